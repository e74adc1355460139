/* The players' site: what a press of a key can spare people. Every page does the same without it. */
"use strict";

const orders = document.getElementById("order-form");
if (orders && orders.dataset.check) orderBox(orders);
steps();
const shown = document.getElementById("tap");
if (shown) taps(shown);
for (const towns of document.querySelectorAll("select[data-zone]")) homeTown(towns);

/* The town of the browser's own time zone is chosen beforehand; one that is not in the list is written beside it. */
function homeTown(towns) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const other = towns.form.elements[towns.name + "_other"];
  if (towns.value || other.value || !zone) return;
  towns.value = zone;
  if (towns.value === zone) return;
  towns.value = "";
  other.value = zone;
  other.closest("details").open = true;
}

/* The press of a letter's button answers in place; where it leads to a sign-in, the page goes there. */
function taps(shown) {
  shown.addEventListener("submit", async (press) => {
    const form = press.target.closest("form.tap");
    if (!form) return;
    press.preventDefault();
    const said = new FormData(form, press.submitter);
    for (const button of shown.querySelectorAll("form.tap button")) button.disabled = true;
    try {
      const answer = await fetch(form.action, { method: "POST", body: said, headers: { "X-Part": "tap" } });
      if (answer.redirected || answer.status > 499 || answer.status === 403) location.assign(answer.redirected ? answer.url : form.action);
      else {
        shown.innerHTML = await answer.text();
        shown.querySelector("h1").tabIndex = -1;
        shown.querySelector("h1").focus();
      }
    } catch {
      location.assign(form.action);
    }
  });
}

/* Moves go into the box without a new page, and the box says what its lines would do while they are written. */
function orderBox(form) {
  const box = form.elements.lines;
  const shown = document.getElementById("check");
  const pause = 400;
  let waiting = 0;
  let asked = null;

  const lines = () => box.value.split("\n").filter((line) => line.trim());
  const verb = (line) => line.trim().split(/\s+/)[0];

  function add(order) {
    const once = "once" in form.dataset;
    const kept = once ? lines().filter((line) => verb(line) !== verb(order)) : lines();
    box.value = [...kept, order].join("\n");
    look(0);
  }

  function look(after) {
    clearTimeout(waiting);
    waiting = setTimeout(ask, after);
    tray();
  }

  async function ask() {
    if (asked) asked.abort();
    if (!lines().length) {
      shown.replaceChildren();
      return;
    }
    asked = new AbortController();
    try {
      const answer = await fetch(form.dataset.check, {
        method: "POST", body: new FormData(form), headers: { "X-Part": "check" }, signal: asked.signal,
      });
      if (answer.ok && !answer.redirected) shown.innerHTML = await answer.text();
    } catch (problem) {
      if (problem.name !== "AbortError") shown.replaceChildren();
    }
  }

  /* On a phone the box is far from the moves: a bar says what is in it and leads there. */
  const bar = document.createElement("a");
  bar.className = "tray";
  bar.href = "#orders";
  bar.hidden = true;
  document.body.append(bar);
  function tray() {
    const count = lines().length;
    bar.hidden = !count;
    bar.textContent = count === 1 ? form.dataset.one : form.dataset.more.replace("#", count);
  }
  new IntersectionObserver(([seen]) => bar.classList.toggle("near", seen.isIntersecting)).observe(box);

  document.addEventListener("click", (press) => {
    const move = press.target.closest("button.move[name=add]");
    if (!move) return;
    press.preventDefault();
    add(move.value);
  });
  box.addEventListener("input", () => look(pause));
  tray();
}

/* Arrow keys step through a game. */
function steps() {
  document.addEventListener("keydown", (key) => {
    if (key.altKey || key.ctrlKey || key.metaKey || key.shiftKey || key.target.closest("input, textarea, select")) return;
    const wanted = { ArrowLeft: "prev", ArrowRight: "next" }[key.key];
    const link = wanted && document.querySelector(`.stepper a[rel=${wanted}]`);
    if (link) link.click();
  });
}
