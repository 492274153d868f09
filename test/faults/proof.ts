import fs from 'node:fs';

/** Whether the long forms of tests run, as `npm run test:faults -- --long` and `npm run prove -- --long` ask for. */
export const isLong = process.env['IDIOGRAPH_LONG'] === '1';

/** Minutes after which a long form ends, with what it has tried by then: IDIOGRAPH_MINUTES=30. */
export const longestMinutes = Number(process.env['IDIOGRAPH_MINUTES'] ?? 1e6);

/** Adds figures to the file in which `npm run prove` collects them. */
export function noteProof(figures: Readonly<Record<string, number | object>>): void {
  const file = process.env['IDIOGRAPH_PROOF'];
  if (file !== undefined) fs.appendFileSync(file, `${JSON.stringify(figures)}\n`);
}
