import * as l10n from '@vscode/l10n';
import type { Densities, PlacedDensities } from '../../core/domain';
import { signed } from '../words/words';
import { accent, ink, Level, percent, Picture, quiet, scaleOf, Upright, Words, WordsAt, type Look } from './picture';

const height = 168;
const middle = 78;
const tallest = 40;

/** Scores of a calibration's own trials, and where this comparison stands among them. */
export function DensitiesPicture({
  densities,
  isCaptioned,
}: {
  readonly densities: PlacedDensities;
  readonly isCaptioned?: boolean;
}) {
  const { from, to, score } = densities;
  const at = scaleOf(from, to, 0)(score);
  return (
    <Picture kind="densities" says={densitiesWords(densities)} height={height} isCaptioned={isCaptioned}>
      <Trials {...densities} across={l10n.t('log10 of the likelihood ratio, before it is bounded')} />
      <Upright at={at} from={32} to={middle + tallest + 4} stroke={accent} stroke-width={3} />
      <WordsAt at={at} y={28} fill={ink} font-weight={600}>
        {l10n.t('this comparison')}
      </WordsAt>
    </Picture>
  );
}

/** Ratios of trials alone. */
export function TrialsPicture(densities: Densities) {
  const { from, to } = densities;
  const says = l10n.t(
    'Log10 ratios from {from} to {to}: comparisons of one author above the line, of different authors below it.',
    { from, to },
  );
  return (
    <Picture kind="trials" says={says} height={height}>
      <Trials {...densities} across={l10n.t('log10 of the likelihood ratio')} />
    </Picture>
  );
}

/** Trials of one author above the line, filled; those of different authors below it, hollow. */
function Trials({ from, to, same, different, across }: Densities & { readonly across: string }) {
  const most = Math.max(...same, ...different);
  const tall = (share: number): number => round((tallest * share) / most);
  return (
    <>
      {bars(same, (share) => ({ y: round(middle - tall(share)), height: tall(share), fill: quiet }))}
      {bars(different, (share) => ({ y: middle, height: tall(share), fill: 'none', stroke: ink }))}
      <Level y={middle} stroke={ink} />
      {ticksOf(from, to).map(({ at, label }) => (
        <>
          <Upright at={at} from={middle - 3} to={middle + 3} stroke={ink} />
          <WordsAt at={at} y={middle + tallest + 16}>
            {label}
          </WordsAt>
        </>
      ))}
      <WordsAt at={0.5} y={height - 20}>
        {across}
      </WordsAt>
      <Words x="0%" y={12}>
        {l10n.t('■ one author, □ different authors')}
      </Words>
      <Words x="0%" y={height - 4}>
        {l10n.t('← for another author')}
      </Words>
      <Words x="100%" y={height - 4} text-anchor="end">
        {l10n.t('for one author →')}
      </Words>
    </>
  );
}

/** Numbers on the axis of log10 ratios: at most eight, at even steps. */
function ticksOf(from: number, to: number): readonly { readonly at: number; readonly label: string }[] {
  const step = [0.5, 1, 2, 5, 10].find((each) => (to - from) / each < 8) ?? 20;
  const first = Math.ceil(from / step);
  const place = scaleOf(from, to, 0);
  return Array.from({ length: Math.floor(to / step) - first + 1 }, (_, i) => (first + i) * step).map((tick) => ({
    at: place(tick),
    label: signed(tick, step < 1 ? 1 : 0),
  }));
}

function bars(shares: readonly number[], box: (share: number) => Look) {
  const width = 1 / shares.length;
  return shares.map((share, i) =>
    share === 0 ? undefined : <rect x={percent(i * width)} width={percent(width * 0.9)} {...box(share)} />,
  );
}

/** How many comparisons of either kind score at least as high. */
function densitiesWords({ from, to, same, different, score }: PlacedDensities): string {
  const bin = Math.floor(((score - from) / (to - from)) * same.length);
  const first = Math.min(same.length - 1, Math.max(0, bin));
  const ofHundred = (shares: readonly number[]): number =>
    Math.round(shares.slice(first).reduce((sum, share) => sum + share, 0) * 100);
  return l10n.t(
    'Of 100 comparisons of one author in validation about {same} score as high as this one, of 100 comparisons of different authors about {different}.',
    { same: ofHundred(same), different: ofHundred(different) },
  );
}

function round(value: number): number {
  return Number(value.toFixed(1));
}
