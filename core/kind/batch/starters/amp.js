// AMP: the earliest window whose cheapest slots together keep the job's budget. The
// slots come in the order of their starts.
function decide({ job, slots }) {
  const limit = job.budget + job.budget * 1e-12; // up to rounding
  let held = [], at = -Infinity; // the cheapest first
  for (const slot of slots) {
    if (slot.start > at) {
      at = slot.start;
      held = held.filter((s) => at + s.duration <= s.end && at < s.end);
    }
    let place = held.length;
    while (place > 0 && slot.cost < held[place - 1].cost) place--;
    held.splice(place, 0, slot);
    if (held.length < job.nodes) continue;
    let cost = 0;
    for (let i = 0; i < job.nodes; i++) cost += held[i].cost;
    if (cost <= limit) return { start: at, nodes: held.slice(0, job.nodes).map((s) => s.node) };
  }
  return null;
}
