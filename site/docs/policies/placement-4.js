// Where the job ends earliest. While many jobs are still to come, a cluster's queue
// counts for less, so that jobs go where they take the least work; the last ones
// look at the end alone.
let count = 0;
function start({ jobs }) {
  count = jobs.length;
}
function decide({ number, clusters }) {
  let best = null, least = Infinity;
  for (const c of clusters) {
    const score = c.ready * (0.85 + 0.15 * number / count) + c.transfer + c.run;
    if (score < least) [best, least] = [c.id, score];
  }
  return best;
}
