// RBHS: where the job's data and its computation take least, weighed by how
// data-intensive the job is.
function decide({ meanTransfer, meanRun, clusters }) {
  const z = share(meanTransfer, meanRun);
  let best = null;
  for (const c of clusters) {
    const score = (1 - z) * c.transfer + z * c.run;
    const time = c.transfer + c.run;
    if (!(time < Infinity && score < Infinity)) continue;
    // Equal scores are decided by the job's time there, then by the order of the document.
    if (best === null || score < best.score || score === best.score && time < best.time) {
      best = { id: c.id, score, time };
    }
  }
  return best.id;
}

// Z: how much of the time is moving data, 0 for a job without data.
function share(transfer, run) {
  if (transfer === 0) return 0;
  if (transfer === Infinity) return run === Infinity ? 0.5 : 1;
  return transfer / (transfer + run);
}
