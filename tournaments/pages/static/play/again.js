/* A paper in the making: its part of the page is looked up again until it is ready. Without scripts the page reloads. */
"use strict";

(function later() {
  const papers = document.getElementById("papers");
  if (!papers || !("again" in papers.dataset)) return;
  setTimeout(async () => {
    try {
      const answer = await fetch(location.href);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const newer = answer.ok && page.getElementById("papers");
      if (newer) papers.replaceWith(newer);
    } catch (problem) {
      console.info("The page could not be looked up again; it is tried once more.", problem);
    }
    later();
  }, 1000 * papers.dataset.again);
})();
