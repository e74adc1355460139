// A letter as high as it is, and its moves into the reply box without opening the page anew. Works without, too.
const frame = document.querySelector("iframe");
const box = document.querySelector("#words");

function fit() {
  frame.style.height = frame.contentDocument.documentElement.scrollHeight + 4 + "px";
}

function take(event) {
  const link = event.target.closest("a[href*='words=']");
  if (!link) return;
  event.preventDefault();
  const order = new URL(link.href).searchParams.get("words");
  box.value = [box.value.trimEnd(), order].filter(Boolean).join("\n");
  box.scrollIntoView({ block: "nearest" });
  box.focus({ preventScroll: true });
}

function dress() {
  frame.contentDocument.addEventListener("click", take);
  new ResizeObserver(fit).observe(frame.contentDocument.body);
  fit();
}

if (frame.contentDocument?.readyState === "complete" && frame.contentDocument.URL !== "about:blank") dress();
frame.addEventListener("load", dress);
