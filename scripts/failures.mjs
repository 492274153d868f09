// What failed, found again in what the suites printed.

/** The lines of one failure that are repeated. */
const most = 16;

/**
 * The names and messages of what failed: lines that begin with "not ok" or "FAILED", each with the lines that follow up to the next
 * result.
 *
 * @param output  what a suite printed
 */
export function failuresIn(output) {
  const failures = [];
  let left = 0;
  for (const line of output.replace(/\u001b\[[0-9;]*m/g, '').split('\n')) {
    if (/^(not ok|FAILED)\b/.test(line)) left = most;
    else if (/^(ok|skipped|host|checks)\b|^\d+ passed|^\s*$/.test(line)) left = 0;
    if (left-- > 0) failures.push(line);
  }
  return failures;
}
