// @ts-check

/**
 * Shows the failure in the figure; the drawing stays visible.
 * @param {string} why
 */
export function showFailure(why) {
  const note = document.createElement("p");
  note.className = "fig-trouble fig-trouble-text";
  note.setAttribute("role", "alert");
  note.textContent = "This figure cannot run here: " + why + ". ";
  const again = document.createElement("button");
  again.type = "button";
  again.className = "fig-run";
  again.textContent = "Reload";
  again.addEventListener("click", () => location.reload());
  note.append(again);
  document.getElementById("figure")?.append(note);
  document.documentElement.dataset.dead = "";
}
