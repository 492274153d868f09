// Rounds that take turns, and the rows that come of them.
import { performance } from 'node:perf_hooks';

/**
 * Runs every case once unmeasured, then all of them in each round, by turns, so that a busy moment meets all alike.
 * Returns the milliseconds of each case's rounds by name, and puts those that this process was running into `spent`: on a
 * machine with other work, short rounds escape interruption and long ones do not.
 */
export async function race(cases, rounds, spent = {}) {
  const names = Object.keys(cases);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (const name of names) await cases[name]();
  for (const name of names) spent[name] = [];
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      const before = process.cpuUsage();
      times[name].push(await timed(() => cases[name](round)));
      const { user, system } = process.cpuUsage(before);
      spent[name].push((user + system) / 1000);
    }
  }
  return times;
}

/** Milliseconds that the work takes; work that answers at once is not awaited. */
export async function timed(work) {
  const started = performance.now();
  const pending = work();
  if (pending instanceof Promise) await pending;
  return performance.now() - started;
}

/** Collects rows: best against best of the reference, and median against median. */
export class Report {
  rows = [];

  constructor(statistics) {
    this.statistics = statistics;
  }

  /** A row of times in milliseconds, against those of a reference in the same rounds. */
  time(name, times, reference, more = {}) {
    const { best, median, p95 } = this.statistics.summary(times);
    const other = reference && this.statistics.summary(reference);
    this.add(
      name,
      { value: best, unit: 'ms', reference: other?.best, kind: 'time' },
      { median, p95, medianReference: other?.median, ...more },
    );
  }

  /** A row of queries that were asked by turns: the mean of their best times, p50 and p95 of all, and the mean of CPU times. */
  searches(name, { times, best, cpu }, reference, more = {}) {
    const { median, p95 } = this.statistics.summary(times);
    const medianReference = reference && this.statistics.summary(reference.times).median;
    const values = { value: best, unit: 'ms', reference: reference?.best, kind: 'time' };
    const running = reference ? { cpu, cpuRatio: this.statistics.ratioOf(cpu, reference.cpu, 'time') } : { cpu };
    this.add(name, values, { median, p95, medianReference, ...running, ...more });
  }

  /** A row of work done a second: `work` units in each round. */
  rate(name, { work, unit, scale = 1 }, times, reference, more = {}) {
    const { best, median } = this.statistics.summary(times);
    const other = reference && this.statistics.summary(reference.times);
    const speed = (milliseconds, done = work) => (done / milliseconds) * 1000 * scale;
    const values = { value: speed(best), unit, reference: other && speed(other.best, reference.work), kind: 'rate' };
    this.add(name, values, {
      median: speed(median),
      medianReference: other && speed(other.median, reference.work),
      ...more,
    });
  }

  add(name, { value, unit, reference, kind }, { medianReference, ...more } = {}) {
    const ratio = reference === undefined ? null : this.statistics.ratioOf(value, reference, kind);
    const row = { name, value, unit, reference: reference ?? null, ratio, ...more };
    if (medianReference !== undefined) row.medianRatio = this.statistics.ratioOf(more.median, medianReference, kind);
    this.rows.push(row);
    process.stderr.write(`${name}\n`);
  }
}

/** A size as rows name it: 1e6, 2e6. */
export const sizeName = (size) => size.toExponential().replace('+', '');

const short = (value) => (typeof value === 'number' ? value.toLocaleString('en', { maximumSignificantDigits: 4 }) : '');

/** The rows as one table of text. */
export function tableOf(rows) {
  const cells = rows.map((row) => [
    row.name,
    short(row.value),
    row.unit,
    short(row.reference),
    row.ratio === null ? '' : `${row.ratio.toFixed(2)} ×`,
    row.medianRatio === undefined ? '' : `${row.medianRatio.toFixed(2)} ×`,
    row.cpuRatio === undefined ? '' : `${row.cpuRatio.toFixed(2)} ×`,
    row.against ?? '',
    [row.recall10 === undefined ? '' : `recall10 ${row.recall10.toFixed(3)}`, row.data ?? '']
      .filter(Boolean)
      .join(', '),
  ]);
  const head = ['row', 'best', 'unit', 'reference', 'ratio', 'of medians', 'of CPU', 'reference is', 'data'];
  const widths = head.map((title, at) => Math.max(title.length, ...cells.map((row) => row[at].length)));
  const numbers = new Set([1, 3, 4, 5, 6]);
  const line = (row) =>
    row.map((cell, at) => (numbers.has(at) ? cell.padStart(widths[at]) : cell.padEnd(widths[at]))).join('  ');
  return [head, ...cells].map((row) => line(row).trimEnd()).join('\n');
}
