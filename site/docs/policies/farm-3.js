// EASY with the smallest areas first.
function decide({ queue }) {
  const area = (job) => job.estimate * job.slots;
  return { order: [...queue].sort((a, b) => area(a) - area(b)).map((job) => job.id), reserve: 1 };
}
