// Groups in the order of what they lose for a node, each with its cheapest nodes; then
// for every number of groups the cheapest window within them, and the best of these.
function decide({ wanted, room, groups }) {
  const order = groups.map((g) => ({ ...g, loss: -Math.log(g.availability) })).sort((a, b) =>
    a.loss / Math.min(wanted, a.nodes.length) - b.loss / Math.min(wanted, b.nodes.length));
  let best = null, least = Infinity;
  for (let count = 1; count <= order.length; count++) {
    let open = order.slice(0, count), nodes = take(open, wanted);
    if (nodes.length < wanted || cost(nodes) > room) continue;
    // Groups without which the rest can still be paid are left out, the worst first.
    for (const g of [...open].sort((a, b) => b.loss - a.loss)) {
      const fewer = open.filter((x) => x !== g), other = take(fewer, wanted);
      if (other.length === wanted && cost(other) <= room) [open, nodes] = [fewer, other];
    }
    const used = open.filter((g) => g.nodes.some((n) => nodes.includes(n)));
    const loss = used.reduce((sum, g) => sum + g.loss, 0) - nodes.reduce((sum, n) => sum + Math.log(n.availability), 0);
    if (loss < least) [best, least] = [nodes, loss];
  }
  return best.map((node) => node.id);
}
const take = (groups, wanted) => groups.flatMap((g) => g.nodes).sort((a, b) => a.steps - b.steps).slice(0, wanted);
const cost = (nodes) => nodes.reduce((sum, node) => sum + node.steps, 0);
