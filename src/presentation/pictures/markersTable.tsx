import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { Table } from '../components';
import type { MarkersView, MarkerView } from '../markers';

/**
 * Markers as an exhibit, strongest first: the author, the questioned text, and the others.
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
      heads={[l10n.t('Marker (+ for, − against)'), author, here, others]}
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
      ])}
    />
  );
}
