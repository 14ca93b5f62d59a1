// Reporter of node:test that writes every ended test as a line of JSON, and every measurement as another, which
// belongs to the test before it. A suite counts only if its own preparations fail; a file is the outermost suite. An
// error outside of a test ends the process with a fault, and is written here as plain lines, because no test has it.

/** The counts of node:test at the end, which are not needed. */
const counts = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/;

/** @param {AsyncIterable<any>} events */
export default async function* lines(events) {
  let file = '';
  for await (const { type, data } of events) {
    if (type === 'test:start' && data.nesting === 0) file = data.name;
    if (type === 'test:diagnostic' && data.nesting > 0) yield `${JSON.stringify({ note: data.message })}\n`;
    if (type === 'test:diagnostic' && data.nesting === 0 && !counts.test(data.message)) yield `${data.message}\n`;
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const passed = type === 'test:pass';
    const { name, details } = data;
    if (data.nesting === 0 && !data.skip) yield `${JSON.stringify({ ended: file, ms: details.duration_ms })}\n`;
    if (data.skip || details.type === 'suite' && (passed || details.error?.failureType === 'subtestsFailed')) continue;
    yield `${JSON.stringify({ file, name, passed, ms: details.duration_ms, fault: passed ? '' : fault(details.error) })}\n`;
  }
}

/** Returns the error of a test, which node:test wraps. */
function fault(error) {
  const cause = error?.cause ?? error;
  return String(cause?.stack ?? cause).slice(0, 6000);
}
