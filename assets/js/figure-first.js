// @ts-check
// Runs in the head of a figure's page, before anything is painted, so that
// neither a wrong theme nor a wrong scenario flashes up. It is a classic script
// on purpose: module scripts run after the first paint.

(function () {
  const root = document.documentElement;
  const query = new URLSearchParams(location.search);

  const theme = query.get("theme");
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  else if (theme === "system") delete root.dataset.theme;

  // The page holds the picture of one preset. It stands in for the live figure
  // only where the address asks for exactly that preset as it is.
  const still = root.dataset.still ?? "";
  root.dataset.preset = still;
  const asked = query.get("preset") ?? still;
  const changed = ["url", "seed", "heading", "caption", "algorithm", "job", "beside", "steps", "controls", "show"].some((name) => query.has(name));
  if (location.hash.length > 1 || asked !== still || changed) root.dataset.still = "";
})();
