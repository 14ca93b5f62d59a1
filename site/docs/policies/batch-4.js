// The shortest window that the budget pays, wherever it starts: of the nodes that
// are free, ever slower ones are left out as long as the rest can be paid.
function decide({ job, slots }) {
  let best = null;
  for (const { start } of slots) {
    const free = slots.filter((s) => s.start <= start && start + s.duration <= s.end && start < s.end);
    free.sort((a, b) => a.cost - b.cost);
    for (let limit = best ? best.time : Infinity; ; ) {
      const cheap = free.filter((s) => s.duration < limit).slice(0, job.nodes);
      if (cheap.length < job.nodes || cheap.reduce((sum, s) => sum + s.cost, 0) > job.budget) break;
      limit = Math.max(...cheap.map((s) => s.duration));
      best = { start, nodes: cheap.map((s) => s.node), time: limit };
    }
  }
  return best && { start: best.start, nodes: best.nodes };
}
