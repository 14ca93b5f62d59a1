// Where the job ends earliest; moving data counts half as much again.
function decide({ clusters }) {
  let best = null, least = Infinity;
  for (const c of clusters) {
    const score = c.ready + 1.5 * c.transfer + c.run;
    if (score < least) [best, least] = [c.id, score];
  }
  return best;
}
