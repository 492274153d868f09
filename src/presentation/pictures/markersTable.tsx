import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { Table } from '../components';
import type { MarkersView, MarkerView } from '../markers';
import { accent, ink, Level, formatPercent, quiet, scaleOf } from './picture';

const height = 20;

/**
 * Markers as an exhibit, strongest first: the author, the questioned text, and the others, with a small dot plot.
 * @param cell  renders the name or a count of a row, for example as a button that opens its places
 */
export function MarkersTable({
  markers: { author, others },
  rows,
  cell = (_, text) => text,
}: {
  readonly markers: Pick<MarkersView, 'author' | 'others'>;
  readonly rows: readonly MarkerView[];
  readonly cell?: (marker: MarkerView, text: string) => ComponentChildren;
}) {
  const here = l10n.t('This text');
  return (
    <Table
      name={l10n.t('Markers')}
      look="markers"
      heads={[l10n.t('Marker'), author, here, others, l10n.t('Rates from 0')]}
      rows={rows.map((marker) => [
        <th scope="row" title={marker.about}>
          {cell(marker, `${marker.isFor ? '+' : '−'} ${marker.label}`)}
        </th>,
        <td data-label={author} title={marker.texts.map(({ title, rate }) => `${title}: ${rate}`).join('\n')}>
          {cell(marker, marker.candidate)} <span class="quiet">{marker.steady}</span>
        </td>,
        <td data-label={here}>{cell(marker, marker.questioned)}</td>,
        <td data-label={others} title={`${l10n.t('Population')}: ${marker.population}`}>
          {marker.others}
        </td>,
        <Dots {...marker} />,
      ])}
    />
  );
}

/** What the marks of the dot plots mean. */
export function describeDots(author: string): string {
  return l10n.t('+ for the author, − against · ● this text · ▲ {author} · | other authors · ○ population', { author });
}

/** The questioned rate is a filled circle, the candidate's a triangle, other authors' are strokes, and the population's is a ring. */
function Dots({ label: name, questioned: here, candidate: there, dots }: MarkerView) {
  const { questioned, candidate, others, population } = dots;
  const place = scaleOf(0, 1, 0.08);
  const placeRate = (rate: number): string => formatPercent(place(rate));
  const says = l10n.t('{name}: {here} here, {there} there', { name, here, there });
  return (
    <svg class="dots" role="img" width="100%" height={height} aria-label={says}>
      <Level y={height / 2} stroke={quiet} />
      {others.map((rate) => (
        <line x1={placeRate(rate)} x2={placeRate(rate)} y1={height / 2 - 5} y2={height / 2 + 5} stroke={quiet} />
      ))}
      {population !== undefined && <circle cx={placeRate(population)} cy={height / 2} r={4} fill="none" stroke={ink} />}
      <svg x={placeRate(candidate)} y={height / 2} overflow="visible">
        <path d="M0 -7 L6 5 L-6 5 Z" fill="none" stroke={accent} stroke-width={2} />
      </svg>
      <circle cx={placeRate(questioned)} cy={height / 2} r={4} fill={accent} stroke={ink} />
    </svg>
  );
}
