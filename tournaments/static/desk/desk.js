// The theme draws its icons as words in a font of signs: read aloud they would be part of a link's name.
document.addEventListener("DOMContentLoaded", () => {
  document.querySelectorAll(".material-symbols-outlined").forEach(icon => icon.setAttribute("aria-hidden", "true"));
});
