// ALP: the earliest window in which every slot keeps the job's greatest price. The
// slots come in the order of their starts.
function decide({ job, slots }) {
  let held = [];
  for (const slot of slots) {
    if (slot.price > job.maxPrice) continue;
    const start = slot.start;
    held = held.filter((s) => start + s.duration <= s.end && start < s.end);
    held.push(slot);
    if (held.length === job.nodes) return { start, nodes: held.map((s) => s.node) };
  }
  return null;
}
