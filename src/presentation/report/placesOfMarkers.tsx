import * as l10n from '@vscode/l10n';
import type { Marker } from '../../core/domain';
import { Table } from '../components';

/** Characters on either side of a place, and places of one marker that are listed. */
const context = 50;
const mostPlaces = 8;

/** The places of markers in the questioned text, each with the words around it. */
export function PlacesOfMarkers({ markers, text }: { readonly markers: readonly Marker[]; readonly text: string }) {
  const rows = markers.flatMap(({ name, places }) =>
    places
      .slice(0, mostPlaces)
      .map(({ start, end }) => [
        name,
        flatten(text.slice(Math.max(0, start - context), start)),
        <strong>{flatten(text.slice(start, end))}</strong>,
        flatten(text.slice(end, end + context)),
      ]),
  );
  if (rows.length === 0) return <></>;
  const name = l10n.t('Places of the markers in the questioned text');
  const heads = [l10n.t('Marker'), l10n.t('Before'), l10n.t('Place'), l10n.t('After')];
  return (
    <>
      <h3>{name}</h3>
      <p class="quiet">{l10n.t('At most {count} places of each marker are listed.', { count: mostPlaces })}</p>
      <Table name={name} heads={heads} rows={rows} />
    </>
  );
}

function flatten(text: string): string {
  return text.replace(/\s+/g, ' ');
}
