// The cheapest window: each one that is cheaper than all before it stands, and the
// search goes on.
let least = Infinity;
function decide({ nodes, runtime, room, candidates }) {
  const cheapest = [...candidates].sort((a, b) => a.steps - b.steps).slice(0, nodes);
  const steps = cheapest.reduce((sum, node) => sum + node.steps, 0);
  if (steps > room || steps * runtime >= least) return null;
  least = steps * runtime;
  return { nodes: cheapest.map((node) => node.id), more: true };
}
