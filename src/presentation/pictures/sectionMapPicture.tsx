import { accent, ink, quiet } from './picture';
import { Sheet, sheetWidth, svgBegins, svgFile } from '../savedFiles';
import {
  comparisonCsv,
  comparisonCsvBegins,
  type MappedComparison,
  type SectionMapView,
  sectionMapView,
} from '../comparison';

const nameWidth = 230;
/** Room for what leans over the last column. */
const margin = 90;
const row = 26;
const headHeight = 150;
/** Opacity by how alike the sections of a cell are. */
const opacities = [0, 0.15, 0.3, 0.45, 0.6];

/** Sections of one text down and of the other across, each cell with its score, the stronger the colour, the more alike. */
export function SectionMapPicture({ says, columns, rows }: SectionMapView) {
  const cell = Math.min(60, (sheetWidth - nameWidth - margin) / columns.length);
  const label = cell < 30 ? 9 : 11;
  return (
    <Sheet name={says} height={headHeight + rows.length * row + 4}>
      <title>{says}</title>
      {columns.map((name, x) => (
        <text
          transform={`translate(${nameWidth + (x + 0.6) * cell},${headHeight - 6}) rotate(-40)`}
          fill={quiet}
          font-size={label}
        >
          {`${x + 1} ${short(name)}`}
        </text>
      ))}
      {rows.map(({ name, cells }, y) => (
        <>
          <text x={nameWidth - 8} y={headHeight + y * row + 17} text-anchor="end" fill={quiet} font-size={11}>
            {`${y + 1} ${short(name)}`}
          </text>
          {cells.map(({ score, level, says: told }, x) => (
            <g transform={`translate(${nameWidth + x * cell},${headHeight + y * row})`}>
              <title>{told}</title>
              <rect
                width={cell - 2}
                height={row - 2}
                fill={accent}
                fill-opacity={opacities[level]}
                stroke={quiet}
                stroke-opacity={0.4}
              />
              <text x={cell / 2 - 1} y={17} text-anchor="middle" fill={ink} font-size={label}>
                {cell < 30 ? String(Math.round(Number(score.replace('−', '-')))) : score}
              </text>
            </g>
          ))}
        </>
      ))}
    </Sheet>
  );
}

function short(name: string): string {
  return name.length <= 28 ? name : `${name.slice(0, 27)}…`;
}

/** What can be saved of two texts compared: how each file begins, and what stands in it. */
export const comparisonFiles = {
  svg: {
    begins: svgBegins,
    text: (mapped: MappedComparison) => svgFile(<SectionMapPicture {...sectionMapView(mapped)} />),
  },
  csv: { begins: comparisonCsvBegins, text: comparisonCsv },
} as const;
