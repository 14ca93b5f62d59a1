// @ts-check
// Runs in the head of a figure's page, before the first paint, so that neither a wrong theme nor a wrong scenario
// shows for a moment. It is a classic script, because module scripts run after the first paint.

(function () {
  const root = document.documentElement;
  const query = new URLSearchParams(location.search);

  const theme = query.get("theme");
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  else if (theme === "system") delete root.dataset.theme;

  // The page has the picture of one preset. It replaces the live figure only if the address requests exactly that
  // preset.
  const still = root.dataset.still ?? "";
  root.dataset.preset = still;
  const asked = query.get("preset") ?? still;
  const changed = ["url", "seed", "heading", "caption", "algorithm", "job", "beside", "steps", "controls", "show"].some((name) => query.has(name));
  if (location.hash.length > 1 || asked !== still || changed) root.dataset.still = "";
})();
