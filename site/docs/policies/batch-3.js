// AMP with one window a job in each round, and no more than four rounds.
function decide({ family, job, slots }) {
  if (family > 4) return null;
  return earliest(job, slots);
}
function earliest(job, slots) {
  for (const { start } of slots) {
    const free = slots.filter((s) => s.start <= start && start + s.duration <= s.end && start < s.end);
    const cheap = free.sort((a, b) => a.cost - b.cost).slice(0, job.nodes);
    const cost = cheap.reduce((sum, s) => sum + s.cost, 0);
    if (cheap.length === job.nodes && cost <= job.budget) return { start, nodes: cheap.map((s) => s.node) };
  }
  return null;
}
