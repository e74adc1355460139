// The theme draws its icons as words in a font of signs: read aloud they would be part of a link's name.
document.addEventListener("DOMContentLoaded", () => {
  document.querySelectorAll(".material-symbols-outlined").forEach(icon => {
    const holder = icon.closest("a, button");
    const alone = holder && holder.textContent.trim() === icon.textContent.trim();
    if (!alone) icon.setAttribute("aria-hidden", "true"); // where the sign is all there is, its word is the name
  });
});
