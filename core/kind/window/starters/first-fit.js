// First Fit: the earliest window within the budget, made of the cheapest nodes.
function decide({ nodes, room, candidates }) {
  const cheapest = [...candidates].sort((a, b) => a.steps - b.steps).slice(0, nodes);
  const cost = cheapest.reduce((sum, node) => sum + node.steps, 0);
  return cost <= room ? cheapest.map((node) => node.id) : null;
}
