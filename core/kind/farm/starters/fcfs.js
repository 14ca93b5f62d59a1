// First come, first served: jobs start in the order of submission, and the first
// that cannot start holds up all others.
function decide({ queue }) {
  return { order: queue.map((job) => job.id), others: "wait" };
}
