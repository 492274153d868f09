import * as l10n from '@vscode/l10n';
import { accent, formatPercent, ink, Level, Picture, quiet, scaleOf, Upright, Words } from './picture';
import { formatThousands } from '../words/words';

/** A ratio as log10, and the least and largest that validation supports. */
export interface RatioScaleView {
  readonly llr: number;
  readonly bounds: readonly [number, number] | undefined;
}

const height = 44;
const axis = 16;
/** Powers of ten at either end. */
const end = 3;
const marks = [-3, -2, -1, 0, 1, 2, 3];

/** A ratio on a logarithmic scale from one in 1,000 to 1,000, with the range that validation supports as a thick line. */
export function RatioScale({ llr, bounds }: RatioScaleView) {
  const place = scaleOf(-end, end);
  const says = bounds
    ? l10n.t('The ratio on a scale of powers of ten. The thick line is the range that validation supports.')
    : l10n.t('The ratio on a scale of powers of ten.');
  return (
    <Picture kind="ratio-scale" says={says} height={height}>
      <Level y={axis} stroke={quiet} />
      {bounds && (
        <line
          {...{ x1: formatPercent(place(bounds[0])), x2: formatPercent(place(bounds[1])), y1: axis, y2: axis }}
          stroke={quiet}
          stroke-width={5}
        />
      )}
      {marks.map((power) => (
        <>
          <Upright at={place(power)} from={axis - 4} to={axis + 4} stroke={power === 0 ? ink : quiet} />
          <Words at={place(power)} y={axis + 18} text={formatPower(power)} text-anchor="middle" />
        </>
      ))}
      <circle cx={formatPercent(place(llr))} cy={axis} r={7} fill={accent} stroke={ink} />
    </Picture>
  );
}

function formatPower(power: number): string {
  const times = formatThousands(10 ** Math.abs(power));
  return power < 0 ? `÷${times}` : `×${times}`;
}
