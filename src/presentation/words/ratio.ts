import * as l10n from '@vscode/l10n';
import type { Verification } from '../../core/domain/evidence';
import { formatDecimal, formatThousands } from './words';

/**
 * A log10 ratio as every surface prints it: "×34", "÷3.1" where it supports another author, and "×34 (limit of tests)" at its bound. No other file
 * may write these signs; the linter refuses them.
 */
export function formatRatio(llr: number, bounds?: Verification['bounds']): string {
  const times = formatTimes(llr);
  const figure = sign(times, times === '1' ? 0 : llr);
  return isAtBound(llr, bounds) && times !== '1' ? l10n.t('{figure} (limit of tests)', { figure }) : figure;
}

/** 10^|llr| with one decimal under 2 and two significant digits above, for a sentence that names the side in words. */
export function formatTimes(llr: number): string {
  const ratio = 10 ** Math.abs(llr);
  if (ratio < 1.05) return '1';
  if (ratio < 10) return formatDecimal(ratio, 1).replace(/\D0$/, '');
  const unit = 10 ** (Math.floor(Math.log10(ratio)) - 1);
  return formatThousands(Math.round(ratio / unit) * unit);
}

/** A part of a ratio as a factor: "×1.25" or "÷1.25", without decimals from 100 on. */
export function formatFactor(logarithm: number): string {
  const factor = 10 ** Math.abs(logarithm);
  return sign(factor < 100 ? formatDecimal(factor, 2) : formatThousands(factor), logarithm);
}

/** Whether a value is the largest, or the smallest, that validation supports. */
export function isAtBound(llr: number, bounds: Verification['bounds']): boolean {
  return bounds !== undefined && (llr >= bounds[1] || llr <= bounds[0]);
}

function sign(times: string, logarithm: number): string {
  return `${logarithm < 0 ? '÷' : '×'}${times}`;
}

/** In how many of ten cases the interval of a ratio had the ratio of the next part of the text (docs/limits.md). */
const coverage = { amongAuthors: 8, firstOfSearch: 7 } as const;

/**
 * The interval of a ratio over parts of the text, and that of a named author also over the authors of the tests. Empty if it has none, or
 * none with a width.
 */
export function describeInterval(
  interval: Verification['interval'],
  kind: keyof typeof coverage | 'namedAuthor',
): readonly string[] {
  const [low = '', high = ''] = (interval ?? []).map((end) => formatRatio(end));
  if (low === high) return [];
  return [
    l10n.t(
      kind === 'namedAuthor'
        ? 'Interval of the ratio: {low} to {high}. With other test authors and other parts of the text, 95 of 100 ratios were in it.'
        : 'Interval of the ratio: {low} to {high}. In {cases} of 10 tests, the ratio of the next part of the text was in it.',
      { low, high, ...(kind !== 'namedAuthor' && { cases: coverage[kind] }) },
    ),
  ];
}
