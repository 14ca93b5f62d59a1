// EASY backfilling: the first job that cannot start gets a reservation; others
// start past it when that does not delay it.
function decide({ queue }) {
  return { order: queue.map((job) => job.id), reserve: 1 };
}
