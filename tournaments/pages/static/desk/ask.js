// The form of a league: what its choices come to is asked of the server while they change. Without this the page that
// opens the league says it.
"use strict";

const ask = document.querySelector(".ask");
if (ask) follow(ask, ask.closest("form"));

function follow(ask, form) {
  const pause = 250;
  const name = form.elements.name;
  let proposed = name.value;
  let waiting = 0;
  let asked = null;

  /* Fields that the chosen game does not have go away. */
  function fit() {
    const game = form.elements.game.value;
    for (const field of ask.querySelectorAll("[data-games]")) {
      field.hidden = !field.dataset.games.split(" ").includes(game);
    }
  }

  async function look() {
    if (asked) asked.abort();
    asked = new AbortController();
    const said = new FormData(form);
    said.delete("deck_file");
    try {
      const answer = await fetch(ask.dataset.preview, { method: "POST", body: said, signal: asked.signal });
      if (answer.ok && !answer.redirected) show(await answer.json());
    } catch {
      // The page that opens the league says it.
    }
  }

  function show(found) {
    ask.querySelector("[data-of]").textContent = found.of;
    ask.querySelector("[data-forecast]").textContent = found.forecast;
    for (const line of ask.querySelectorAll("[data-told]")) line.textContent = found.told[line.dataset.told];
    if (ask.dataset.named === undefined && name.value === proposed) {
      name.value = found.name;
      proposed = found.name;
    }
  }

  fit();
  form.addEventListener("input", () => {
    fit();
    clearTimeout(waiting);
    waiting = setTimeout(look, pause);
  });
}
