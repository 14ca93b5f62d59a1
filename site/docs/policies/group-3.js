// The same as a program.
function decide({ wanted, budget, room, groups }) {
  let best = null, least = Infinity;
  const { rest, dearest } = cheapest(groups, wanted);
  for (const g of groups) {
    const loss = g.taken ? 0 : -Math.log(g.availability) / Math.min(wanted, g.nodes.length);
    for (const node of g.nodes) {
      if (node.steps > dearest && rest - dearest + node.steps > room) continue; // the others could not be paid
      const score = loss - Math.log(node.availability) + 0.02 * wanted * node.price / budget;
      if (score < least) [best, least] = [node.id, score];
    }
  }
  return best;
}
function cheapest(groups, wanted) {
  const steps = groups.flatMap((g) => g.nodes.map((node) => node.steps)).sort((a, b) => a - b).slice(0, wanted);
  return { rest: steps.reduce((a, b) => a + b, 0), dearest: steps[wanted - 1] };
}
