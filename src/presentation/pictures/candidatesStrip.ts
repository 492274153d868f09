import * as l10n from '@vscode/l10n';
import type { Standing } from '../../core/ranking/combinedScore';
import type { Drawing, Shape } from '../../protocol/drawing';
import { accent, drawing, ink, line, percent, quiet, scaleOf, shape, words, wordsAt } from './shapes';

/** An author of the index at a place of the order. */
export interface StripAuthor {
  readonly author: string;
  readonly score: number;
}

/** What the strip shows. */
export interface CandidatesStrip {
  /** Best first. */
  readonly authors: readonly StripAuthor[];
  readonly chosen: string | undefined;
  readonly standing: Standing | undefined;
}

const height = 88;
const baseline = 48;
/** Authors whose scores fall into the same of these parts of the width stand above one another. */
const columns = 80;
const tallest = 5;
/** Share of the width that a number of the order takes. */
const labelRoom = 0.06;

/** Every author of the index as a point on the scale of the order, the chosen one marked, and how far one has to be to stand out. */
export function candidatesStrip({ authors, chosen, standing }: CandidatesStrip): Drawing {
  const scores = authors.map(({ score }) => score);
  const ends = standing ? [...scores, standing.limit] : scores;
  const place = scaleOf(Math.min(...ends), Math.max(...ends));
  const marked = authors.find(({ author }) => author === chosen) ?? authors[0];
  const others = stacked(
    authors.flatMap((each, i) => (each === marked ? [] : [{ ...each, rank: i + 1, at: place(each.score) }])),
    marked ? [place(marked.score)] : [],
  );
  return drawing(stripWords({ authors, chosen: marked?.author, standing }), height, [
    line(['0%', baseline + 8], ['100%', baseline + 8], { stroke: quiet }),
    ...others,
    ...limitLine(standing, place),
    ...(marked ? chosenMark(marked, place(marked.score)) : []),
    words(l10n.t('less alike'), '0%', height - 2),
    words(l10n.t('more alike'), '100%', height - 2, { 'text-anchor': 'end' }),
  ]);
}

/** Each with its name to point at, and its place in the order where there is room for it. */
function stacked(
  authors: readonly { readonly author: string; readonly rank: number; readonly at: number }[],
  taken: number[],
): readonly Shape[] {
  const heights = new Map<number, number>();
  return authors.flatMap(({ author, rank, at }) => {
    const column = Math.round(at * columns);
    const below = heights.get(column) ?? 0;
    heights.set(column, below + 1);
    const cy = baseline - 5 * Math.min(below, tallest - 1);
    const name = shape('title', {}, [`${rank} ${author}`]);
    const dot = shape('circle', { cx: percent(at), cy, r: 4, fill: 'none', stroke: ink }, [name]);
    if (taken.some((other) => Math.abs(other - at) < labelRoom)) return [dot];
    taken.push(at);
    return [dot, words(String(rank), percent(at), baseline - 10, { 'text-anchor': 'middle' })];
  });
}

function limitLine(standing: Standing | undefined, place: (score: number) => number): readonly Shape[] {
  if (!standing) return [];
  const at = place(standing.limit);
  const x = percent(at);
  return [
    line([x, 18], [x, baseline + 8], { stroke: ink, 'stroke-dasharray': '4 3' }),
    wordsAt(l10n.t('from here on one stands out'), at, baseline + 22),
  ];
}

function chosenMark({ author }: StripAuthor, place: number): readonly Shape[] {
  return [
    line([percent(place), 16], [percent(place), baseline - 6], { stroke: accent, 'stroke-width': 2 }),
    shape('circle', { cx: percent(place), cy: baseline, r: 6, fill: accent, stroke: ink }),
    wordsAt(shortened(author), place, 12, { fill: ink, 'font-weight': 600 }),
  ];
}

function stripWords({ authors, chosen, standing }: CandidatesStrip): string {
  const rank = authors.findIndex(({ author }) => author === chosen) + 1;
  const where = l10n.t('{author} is number {rank} of {authors} authors, ordered by how alike they write.', {
    author: chosen ?? '',
    rank,
    authors: authors.length,
  });
  return `${where} ${standingWords(standing, authors[0]?.author)}`.trim();
}

/** Whether the first of the order stands out, as a sentence; empty where there are too few authors to tell. */
export function standingWords(standing: Standing | undefined, first: string | undefined): string {
  if (!standing || first === undefined) return '';
  return standing.standsOut
    ? l10n.t('{author} stands out from the other authors of the index.', { author: first })
    : l10n.t('No candidate stands out: the first is no further from the others than an unrelated author may be.');
}

const longestName = 40;

/** A name that fits into a picture. */
function shortened(name: string): string {
  return name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name;
}
