// First Fit: the first window that can be paid.
function decide({ nodes, room, candidates }) {
  const cheapest = [...candidates].sort((a, b) => a.steps - b.steps).slice(0, nodes);
  const steps = cheapest.reduce((sum, node) => sum + node.steps, 0);
  return steps <= room ? cheapest.map((node) => node.id) : null;
}
