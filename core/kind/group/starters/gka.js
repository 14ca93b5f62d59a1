// GKA, the Group Knapsack Algorithm: the best window for every number of nodes and
// every budget, group by group. It names all nodes at once.
const never = -(1n << 62n);

function decide({ wanted, room, groups }) {
  const nodes = groups.flatMap((g) => g.nodes);
  const dearest = nodes.reduce((most, node) => Math.max(most, node.steps), 0);
  const width = Math.min(room, dearest * wanted) + 1;
  const table = { wanted, width, layers: [], value: row(width * (wanted + 1), never).fill(0n, 0, width) };
  const alike = nodes.every((node) => node.worth === 0);
  for (const g of groups) {
    if (alike && Math.min(wanted, g.nodes.length) <= 255) counts(table, g);
    else members(table, g);
  }
  return readBack(table);
}

const row = (size, value) => new BigInt64Array(size).fill(value);

// Nodes that are alike: of k nodes the cheapest do, and the group counts once.
function counts({ wanted, width, value, layers }, g) {
  const decided = new Uint8Array(value.length), worth = BigInt(g.worth);
  layers.push({ decided, g });
  for (let k = wanted; k > 0; k--) {
    for (let v = 1, cost = 0; v <= Math.min(g.nodes.length, k); v++) {
      cost += g.nodes[v - 1].steps;
      for (let c = cost; c < width; c++) {
        const x = value[(k - v) * width + c - cost] + worth;
        if (x > value[k * width + c]) {
          value[k * width + c] = x;
          decided[k * width + c] = v;
        }
      }
    }
  }
}

// Nodes that differ: one after another, with the group begun or not.
function members({ wanted, width, value, layers }, g) {
  const open = row(value.length, never), setup = BigInt(g.worth);
  for (const node of g.nodes) {
    const decided = new Uint8Array(value.length), next = BigInt(node.worth), first = next + setup;
    layers.push({ decided, g, node });
    for (let k = wanted; k > 0; k--) {
      for (let c = node.steps; c < width; c++) {
        const at = k * width + c, from = (k - 1) * width + c - node.steps;
        if (open[from] + next > open[at]) {
          open[at] = open[from] + next;
          decided[at] = 1;
        }
        if (value[from] + first > open[at]) {
          open[at] = value[from] + first;
          decided[at] = 2;
        }
      }
    }
  }
  const decided = new Uint8Array(value.length);
  layers.push({ decided, g, begins: true });
  for (let i = 0; i < value.length; i++) {
    if (open[i] > value[i]) {
      value[i] = open[i];
      decided[i] = 1;
    }
  }
}

// What was decided on the way to the best window, the cheapest of equals.
function readBack({ wanted, width, value, layers }) {
  const taken = [];
  let k = wanted, c = width - 1, begun = false;
  while (c > 0 && value[k * width + c - 1] === value[k * width + c]) c--;
  const take = (node) => {
    taken.push(node.id);
    k--;
    c -= node.steps;
  };
  for (const { decided, g, node, begins } of layers.reverse()) {
    const how = decided[k * width + c];
    if (node) {
      if (begun && how > 0) {
        take(node);
        begun = how !== 2;
      }
    } else if (begins) begun = how > 0;
    else g.nodes.slice(0, how).forEach(take);
  }
  return taken;
}
