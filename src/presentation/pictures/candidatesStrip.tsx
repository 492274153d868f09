import * as l10n from '@vscode/l10n';
import { countOfKind, followsKind, judgeStanding, type OrderedCandidate } from '../../core/ranking/standing';
import { accent, ink, Level, formatPercent, Picture, quiet, scaleOf, Upright, Words } from './picture';
import { describeTier } from '../words/words';

/** An author of the index with a place in the order. */
type StripAuthor = OrderedCandidate & { readonly tier?: string };

const height = 88;
const baseline = 48;
/** The width has this many columns. Authors with scores in the same column are drawn above one another. */
const columns = 80;
const tallest = 5;
/** A number of the order takes this share of the width. */
const labelRoom = 0.06;

/**
 * Every author of the index, best first, as a point on the scale of the order. The chosen author is marked, and so is the lead that the
 * first one needs.
 */
export function CandidatesStrip({
  authors,
  chosen,
  isCaptioned,
}: {
  readonly authors: readonly StripAuthor[];
  readonly chosen: string | undefined;
  readonly isCaptioned?: boolean;
}) {
  const scores = authors.map(({ score }) => score);
  const standing = judgeOrder(authors);
  const ends = standing ? [...scores, standing.limit] : scores;
  const place = scaleOf(Math.min(...ends), Math.max(...ends));
  const marked = authors.find(({ author }) => author === chosen) ?? authors[0];
  return (
    <Picture kind="strip" says={stripWords(authors, marked?.author)} height={height} isCaptioned={isCaptioned}>
      <Level y={baseline + 8} stroke={quiet} />
      {renderDots(authors, marked, place)}
      {standing && <Limit at={place(standing.limit)} />}
      {marked && <ChosenMark author={marked.author} at={place(marked.score)} />}
      <Words at={0} y={height - 2} text={l10n.t('less similar')} />
      <Words at={1} y={height - 2} text={l10n.t('more similar')} />
    </Picture>
  );
}

/** Every point but the marked one. Each has its name as a tooltip, and its place in the order if there is room. */
function renderDots(
  authors: readonly StripAuthor[],
  marked: StripAuthor | undefined,
  place: (score: number) => number,
) {
  const heights = new Map<number, number>();
  const taken = marked ? [place(marked.score)] : [];
  return authors.map((each, i) => {
    if (each === marked) return undefined;
    const at = place(each.score);
    const column = Math.round(at * columns);
    const below = heights.get(column) ?? 0;
    heights.set(column, below + 1);
    const hasRoom = taken.every((other) => Math.abs(other - at) >= labelRoom);
    if (hasRoom) taken.push(at);
    return (
      <>
        <circle cx={formatPercent(at)} cy={baseline - 5 * Math.min(below, tallest - 1)} r={4} fill="none" stroke={ink}>
          <title>{`${i + 1} ${each.author}`}</title>
        </circle>
        {hasRoom && <Words at={at} y={baseline - 10} text-anchor="middle" text={String(i + 1)} />}
      </>
    );
  });
}

function Limit({ at }: { readonly at: number }) {
  return (
    <>
      <Upright at={at} from={18} to={baseline + 8} stroke={ink} stroke-dasharray="4 3" />
      <Words at={at} y={baseline + 22} text={l10n.t('rare without the writer')} />
    </>
  );
}

function ChosenMark({ author, at }: { readonly author: string; readonly at: number }) {
  return (
    <>
      <Upright at={at} from={16} to={baseline - 6} stroke={accent} stroke-width={2} />
      <circle cx={formatPercent(at)} cy={baseline} r={6} fill={accent} stroke={ink} />
      <Words at={at} y={12} fill={ink} font-weight={600} text={shorten(author)} />
    </>
  );
}

function stripWords(authors: readonly StripAuthor[], chosen: string | undefined): string {
  return `${describeRank(chosen ?? '', authors)} ${describeStanding(authors)}`.trim();
}

/** The place of an author in the order. */
export function describeRank(author: string, authors: readonly StripAuthor[]): string {
  const rank = authors.findIndex((each) => each.author === author) + 1;
  const values = { author, rank, authors: authors.length };
  return l10n.t('{author} is number {rank} of {authors} in the order of similarity.', values);
}

/**
 * Whether the first author leads the order clearly. Undefined in languages other than English, because the necessary lead was not measured
 * there.
 */
export function judgeOrder(authors: readonly StripAuthor[]): ReturnType<typeof judgeStanding> {
  const isTried = authors[0]?.tier !== 'collection' && authors[0]?.tier !== describeTier('collection');
  return isTried ? judgeStanding(authors) : undefined;
}

/** Says whether the first author leads the order clearly, or may do so by the kind of its texts. Empty if there are too few authors to decide. */
export function describeStanding(authors: readonly StripAuthor[]): string {
  const standing = judgeOrder(authors);
  const [first] = authors;
  if (first && followsKind(authors))
    return l10n.t(
      'Authors with known texts as close in genre and mode to the questioned text as those of {author}: {few} of {authors}. The kind of text alone may have brought {author} to the first place.',
      { author: first.author, few: countOfKind(authors), authors: authors.length },
    );
  if (!standing || !first) return '';
  return standing.standsOut
    ? l10n.t(
        'The lead of {author} in the order of similarity is large. About 1 of 20 searches without the writer has such a lead.',
        {
          author: first.author,
        },
      )
    : l10n.t(
        'The lead of {author} in the order of similarity is small. Searches without the writer often have such a lead.',
        { author: first.author },
      );
}

const maxName = 40;

/** Shortens a name so that it fits into a picture. */
function shorten(name: string): string {
  return name.length > maxName ? `${name.slice(0, maxName - 1)}…` : name;
}
