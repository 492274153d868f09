import * as l10n from '@vscode/l10n';
import { leadingOf } from '../src/core/markers/convincing';
import {
  isLedByNone,
  leadingAgainst,
  leadingFor,
  lessWords,
  type MarkersView,
  type MarkerView,
  noLeadWords,
} from '../src/presentation/markers';
import { Dots, MarkersTables } from '../src/presentation/pictures/markersTable';
import { useShown } from './context';
import { Lines } from '../src/presentation/components';

/** The habits that lead, for and against, each in a line, below all of them, folded: tables with dot plots, and what they rest on. */
export function Markers({ markers, level: Heading }: { readonly markers: MarkersView; readonly level: 'h2' | 'h3' }) {
  const { summary, says, grounds, author } = markers;
  const line = (sign: string) => (marker: MarkerView) => {
    const { questioned, candidate, steady, others, counts } = marker;
    const all = l10n.t('{here} · {author} {there} {steady} · others {others}', {
      ...{ here: questioned, author, there: candidate, steady, others },
    });
    return (
      <li key={marker.name} title={all}>
        <span>
          <span aria-hidden="true">{sign}</span> <Name marker={marker} />{' '}
          <span class="quiet">
            {l10n.t('{here} · {author} {there}', { here: counts.questioned, author, there: counts.candidate })}
          </span>
        </span>
        <Dots {...marker} />
      </li>
    );
  };
  return (
    <section class="habits">
      <details class="folded">
        <summary>
          <Heading>{`${l10n.t('Markers')} (${summary})`}</Heading>
        </summary>
        <Lines lines={says} />
        <MarkersTables markers={markers} name={(marker) => <Name marker={marker} />} />
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
function Name({ marker: { name, about, isLess } }: { readonly marker: MarkerView }) {
  const { host, view } = useShown();
  return (
    <button
      type="button"
      class="plain"
      aria-pressed={name === view.marker}
      data-focus-key={`marker-${name}`}
      title={about}
      onClick={() => void host.openMarker(name)}
    >
      {isLess ? lessWords(name) : name}
    </button>
  );
}
