import * as l10n from '@vscode/l10n';
import type { HandsView } from '../../protocol/panel';
import { accent, ink, Level, percent, Picture, quiet, Upright, Words } from './picture';

const top = 16;
const bandHeight = 34;
const barHeight = 18;
/** Share of the width that the text has; the whole text stands behind it. */
const textShare = 0.9;
const wholeAt = 0.93;

interface RollingProps {
  readonly hands: HandsView;
  readonly isCaptioned?: boolean;
  /** Shows a place of the text. */
  readonly reveal?: (offset: number) => void;
}

/**
 * The text from its beginning to its end, a band for each candidate: each stretch as high as the candidate's texts stand above those of
 * others, the closest candidate's filled; the whole text at the end of the band; a line where the hand seems to change.
 */
export function RollingPicture({ hands: { length, bands, parts, says }, isCaptioned, reveal }: RollingProps) {
  const across = (offset: number): number => (textShare * offset) / Math.max(1, length);
  const bottom = top + Math.max(1, bands.length) * bandHeight;
  const bar = (share: number, y: number, place: { readonly x: string; readonly width: string }, fill: string) => (
    <rect {...place} y={y - barHeight * share} height={barHeight * share + 1} fill={fill} />
  );
  return (
    <Picture kind="rolling" says={says} height={bottom + 2} isCaptioned={isCaptioned}>
      <Level y={bottom - 2} stroke={quiet} />
      {bands.map(({ author, whole, stretches }, band) => {
        const y = top + (band + 1) * bandHeight - 2;
        return (
          <>
            {stretches.map(({ start, end, share, isClosest }) => {
              const place = { x: percent(across(start)), width: percent(across(end) - across(start)) };
              return (
                <>
                  {bar(share, y, place, isClosest ? accent : faint)}
                  <rect
                    {...{ ...place, y: y - bandHeight + 2, height: bandHeight, fill: 'transparent' }}
                    data-offset={start}
                    onClick={reveal && (() => reveal(start))}
                  />
                </>
              );
            })}
            {bar(whole, y, { x: percent(wholeAt), width: percent(1 - wholeAt) }, quiet)}
            <Words x="0%" y={y - barHeight - 3} fill={ink}>
              {author}
            </Words>
          </>
        );
      })}
      {bands.length > 0 && (
        <Words x="100%" y={10} text-anchor="end">
          {l10n.t('all of it')}
        </Words>
      )}
      {parts.slice(1).map(({ start }, i) => (
        <>
          <Upright at={across(start)} from={top - 4} to={bottom} stroke={ink} stroke-dasharray="4 2" />
          <Words x={percent(across(start))} y={10} fill={ink} text-anchor="middle">
            {String(i + 2)}
          </Words>
        </>
      ))}
    </Picture>
  );
}

const faint = 'color-mix(in srgb, var(--vscode-descriptionForeground, #666) 40%, transparent)';
