// How much processor time a run took, and whether that is more than it may take.
import { createHash } from 'node:crypto';
import fs from 'node:fs';

/** Above this multiple of its budget a run fails. */
const tolerance = 1.25;

/**
 * The processor time of all processes that this one has started and that have ended, theirs with them.
 *
 * @returns seconds, or undefined where the system does not tell
 */
export function readProcessorSeconds() {
  if (process.platform !== 'linux') return undefined;
  const [, fields] = fs.readFileSync('/proc/self/stat', 'utf8').split(') '); // proc(5): a hundred ticks a second
  const [user, system] = fields.split(' ').slice(13, 15).map(Number);
  return (user + system) / 100;
}

/** Seconds of processor time that a piece of work takes on this machine as it is now: texts, hashes and numbers. A run of tests does 40 rounds. */
export function calibrate(rounds = 40) {
  const before = process.cpuUsage();
  let text = 'The keys are with Mrs. Hall. ';
  for (let i = 0; i < rounds; i++) {
    text = createHash('sha512').update(text.repeat(20_000)).digest('hex');
    const counts = new Map();
    for (const [word] of text.repeat(1000).matchAll(/[a-f]+|\d+/g)) counts.set(word, (counts.get(word) ?? 0) + 1);
    text = JSON.stringify([...counts]);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/**
 * A sentence about the processor time of a run. Its budget is for the machine that `calibration` was measured on. A slower machine is
 * allowed more. A faster one is allowed as much, because not all work is faster there.
 *
 * @param used  seconds
 * @param budget  seconds of the run, and of its calibration
 * @param calibration  seconds that the fixed piece of work takes here
 */
export function judge(used, { seconds, calibration: usual }, calibration) {
  const here = seconds * Math.max(1, calibration / usual);
  const isOver = used > tolerance * here;
  const share = `${Math.round(used)} s of processor time; the budget on this machine is ${Math.round(here)} s`;
  return { isOver, text: isOver ? `${share}, and more than a quarter above it fails (test/budget.json)` : share };
}
