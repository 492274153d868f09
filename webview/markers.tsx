import * as l10n from '@vscode/l10n';
import { selectLeading } from '../src/core/markers/convincing';
import {
  isLedByNone,
  leadingAgainst,
  leadingFor,
  formatLess,
  type MarkersView,
  type MarkerView,
  describeNoLead,
} from '../src/presentation/markers';
import { Dots, MarkersTables } from '../src/presentation/pictures/markersTable';
import { useShown } from './context';
import { Lines } from '../src/presentation/components';

/** The leading markers, for and against, one line each. Below them, folded: tables of all markers with dot plots, and what they rest on. */
export function Markers({ markers, level: Heading }: { readonly markers: MarkersView; readonly level: 'h2' | 'h3' }) {
  const { summary, says, grounds, author } = markers;
  const createLine = (sign: string) => (marker: MarkerView) => {
    const { questioned, candidate, steady, others, counts } = marker;
    const all = l10n.t('{here} · {author} {there} {steady} · other authors: {others}', {
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
      {isLedByNone(markers) && <p class="quiet">{describeNoLead()}</p>}
      <ul class="leading">
        {selectLeading(markers.for, leadingFor).map(createLine(markers.isNear ? '+' : '='))}
        {selectLeading(markers.against, leadingAgainst).map(createLine('−'))}
      </ul>
    </section>
  );
}

/** Marks the places of a marker. */
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
      {isLess ? formatLess(name) : name}
    </button>
  );
}
