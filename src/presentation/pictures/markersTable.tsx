import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { Table } from '../components';
import { formatLess, type MarkersView, type MarkerView } from '../markers';
import { accent, ink, Level, formatPercent, quiet, scaleOf } from './picture';

const height = 20;

/**
 * All markers that were found, for and against, with a legend of the dot plots.
 * @param name  renders the name of a row, for example as a button that opens it
 */
export function MarkersTables({
  markers,
  name = ({ name: plain, isLess }) => (isLess ? formatLess(plain) : plain),
}: {
  readonly markers: MarkersView;
  readonly name?: (marker: MarkerView) => ComponentChildren;
}) {
  const { author } = markers;
  return (
    <>
      <MarkersTable
        author={author}
        rows={markers.for}
        caption={l10n.t('Shared, unlike most other authors')}
        name={name}
      />
      <MarkersTable author={author} rows={markers.against} caption={l10n.t('Point away')} name={name} />
      <p class="quiet">{l10n.t('● this text · ▲ {author} · | other authors · ○ population', { author })}</p>
    </>
  );
}

/** Markers, one in each row, with a small dot plot. */
function MarkersTable({
  author,
  rows,
  caption,
  name,
}: Readonly<Record<'author' | 'caption', string>> & {
  readonly rows: readonly MarkerView[];
  readonly name: (marker: MarkerView) => ComponentChildren;
}) {
  if (rows.length === 0) return <></>;
  return (
    <Table
      name={caption}
      look="markers"
      isCaptioned
      heads={[
        ...[l10n.t('Marker'), l10n.t('This text'), author],
        ...[l10n.t('Others'), l10n.t('Population'), l10n.t('Rates from 0')],
      ]}
      rows={rows.map((marker) => [
        <th scope="row" title={marker.about}>
          {name(marker)}
        </th>,
        <td data-label={l10n.t('This text')}>{marker.questioned}</td>,
        <td data-label={author} title={marker.texts.map(({ title, rate }) => `${title}: ${rate}`).join('\n')}>
          {marker.candidate} <span class="quiet">{marker.steady}</span>
        </td>,
        <td data-label={l10n.t('Others')}>{marker.others}</td>,
        <td data-label={l10n.t('Population')}>{marker.population}</td>,
        <Dots {...marker} />,
      ])}
    />
  );
}

/** The questioned rate is a filled circle, the candidate's a triangle, other authors' are strokes, and the population's is a ring. */
export function Dots({ name, questioned: here, candidate: there, dots }: MarkerView) {
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
