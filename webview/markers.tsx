import * as l10n from '@vscode/l10n';
import { leadingOf } from '../src/core/markers/convincing';
import { isLedByNone, leadingAgainst, leadingFor, lessWords, noLeadWords } from '../src/presentation/markers';
import { Dots, dotsLegend, MarkersTable } from '../src/presentation/pictures/markersTable';
import type { MarkersView, MarkerView } from '../src/protocol/panel';
import { useHost } from './context';
import { Lines } from '../src/presentation/components';

/**
 * The habits that lead, for and against, each in a line, below all of them, folded: tables with dot plots, and what they rest on.
 *
 * @param chosen  name of the marker whose places are marked
 */
export function Markers({
  markers,
  chosen,
  level: Heading,
}: {
  readonly markers: MarkersView;
  readonly chosen: string | undefined;
  readonly level: 'h2' | 'h3';
}) {
  const { summary, says, grounds, author } = markers;
  const line = (sign: string) => (marker: MarkerView) => {
    const { questioned, candidate, steady, others, counts } = marker;
    const all = l10n.t('{here} · {author} {there} {steady} · others {others}', {
      ...{ here: questioned, author, there: candidate, steady, others },
    });
    return (
      <li key={marker.name} title={all}>
        <span>
          <span aria-hidden="true">{sign}</span> <Name marker={marker} chosen={chosen} />{' '}
          <span class="quiet">
            {l10n.t('{here} · {author} {there}', { here: counts.questioned, author, there: counts.candidate })}
          </span>
        </span>
        <Dots {...marker} />
      </li>
    );
  };
  const name = (marker: MarkerView) => <Name marker={marker} chosen={chosen} />;
  const table = (rows: readonly MarkerView[], caption: string) =>
    rows.length > 0 && <MarkersTable author={author} rows={rows} caption={caption} name={name} />;
  return (
    <section class="habits">
      <details class="folded">
        <summary>
          <Heading>{`${l10n.t('Markers')} (${summary})`}</Heading>
        </summary>
        <Lines lines={says} />
        {table(markers.for, l10n.t('Alike, and unlike others'))}
        {table(markers.against, l10n.t('Speak against'))}
        <p class="quiet">{dotsLegend(markers)}</p>
        <Lines lines={grounds} look="quiet" />
      </details>
      {!markers.isNear && <p class="quiet">{says[0]}</p>}
      {isLedByNone(markers) && <p class="quiet">{noLeadWords()}</p>}
      <ul class="leading">
        {leadingOf(markers.for, leadingFor).map(line(markers.isNear ? '+' : '='))}
        {leadingOf(markers.against, leadingAgainst).map(line('−'))}
      </ul>
    </section>
  );
}

/** Marks the places of a habit. */
function Name({
  marker: { name, about, isLess },
  chosen,
}: {
  readonly marker: MarkerView;
  readonly chosen: string | undefined;
}) {
  const host = useHost();
  return (
    <button
      type="button"
      class="plain"
      aria-pressed={name === chosen}
      data-focus-key={`marker-${name}`}
      title={about}
      onClick={() => void host.openMarker(name)}
    >
      {isLess ? lessWords(name) : name}
    </button>
  );
}
