import type { Intervals } from '../../../../src/core/evaluation/scoreGroups';
import type { StopSignal } from '../../../../src/core/basics/work';
import type { Output } from '../../../../src/cli/io';
import { type OutputOptions, replaceWhole, requireWritable } from '../../../../src/node/outputFile';
import type { EvaluateArguments } from './arguments';
import type { MeasuredRow } from '../../measures/searches';
import type { HashedFile } from '../../tasks/lines';

/**
 * Writes a file completely or not at all.
 * @throws UnwritableFile  as requireWritable does, and if the system refuses
 * @throws DiskFull
 */
export function writeOutput(file: string, text: string | Uint8Array, options: OutputOptions): void {
  requireWritable(file, options);
  replaceWhole(file, text);
}

/** Where a command writes and how it is stopped. */
export interface EvaluateIo extends Output {
  readonly stop: StopSignal;
}

/** The first fields of every result. */
export interface Head {
  readonly format: string;
  /** Model kind → model id; empty where no model was used. */
  readonly models: Readonly<Record<string, string>>;
  readonly seed: number;
  /** Null: everything was used. */
  readonly limit: number | null;
  /** SHA-256 of each file as it lies on the disk. */
  readonly data: Readonly<Record<string, string>>;
}

/** Head of a result; its format is `idiograph.evaluate.<command>/1`. */
export function headOf(
  command: string,
  args: EvaluateArguments,
  models: Readonly<Record<string, string>>,
  files: Readonly<Record<string, Pick<HashedFile, 'sha256'>>>,
): Head {
  return {
    format: `idiograph.evaluate.${command}/1`,
    models,
    seed: args.seed,
    limit: Number.isFinite(args.limit) ? args.limit : null,
    data: Object.fromEntries(Object.entries(files).map(([name, file]) => [name, file.sha256])),
  };
}

/** JSON on one line; infinite numbers as the strings "Infinity" and "-Infinity", NaN as null. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_, field: unknown) =>
    typeof field === 'number' && !Number.isFinite(field) ? (Number.isNaN(field) ? null : String(field)) : field,
  );
}

/** A table for people, line by line: columns padded to their widest cell, numbers to the right. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const widths = header.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]!.length)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => (/^[-\d∞–]/u.test(cell) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)))
      .join('  ')
      .trimEnd();
  return [line(header), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)];
}

/** A table of measured rows: what each is and counts, under `heads`, and the measures with their intervals. */
export function formatRows(
  rows: readonly MeasuredRow[],
  facts: readonly string[],
  names: readonly string[],
  heads = facts,
): readonly string[] {
  const cells = rows.map((row) => [
    ...facts.map((name) => String(row[name])),
    ...names.map((name) => figure(row.measures[name]!, row.interval[name])),
  ]);
  return table([...heads, ...names], cells);
}

/** A metric with three digits, and its interval in brackets; "–" when it is undefined. */
export function figure(value: number | null, interval?: Intervals[string]): string {
  if (value === null) return '–';
  return interval === undefined ? digits(value) : `${digits(value)} [${digits(interval[0])}, ${digits(interval[1])}]`;
}

function digits(value: number): string {
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '-∞';
  return value.toFixed(3);
}
