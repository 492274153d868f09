import * as l10n from '@vscode/l10n';
import type { MarkersView, MarkerView } from '../src/presentation/markers';
import { describeDots, MarkersTable } from '../src/presentation/pictures/markersTable';
import { useShown } from './context';
import { Lines } from '../src/presentation/components';

/** At most this many rows are shown before the table is unfolded. */
const shownRows = 6;

/** The leading markers as a table. Below it, folded: all others, and what they rest on. */
export function Markers({ markers, level: Heading }: { readonly markers: MarkersView; readonly level: 'h2' | 'h3' }) {
  const { rows, summary, says, grounds, author } = markers;
  const leading = rows.filter(({ leads }) => leads).slice(0, shownRows);
  const rest = rows.filter((row) => !leading.includes(row));
  const cell = (marker: MarkerView, text: string) => <Opening marker={marker} text={text} />;
  return (
    <section class="habits">
      <Heading>{`${l10n.t('Markers')} (${summary})`}</Heading>
      {leading.length > 0 && <MarkersTable markers={markers} rows={leading} cell={cell} />}
      <details class="folded">
        <summary>{l10n.t('Other markers ({count})', { count: rest.length })}</summary>
        {rest.length > 0 && <MarkersTable markers={markers} rows={rest} cell={cell} />}
        <Lines lines={[...says, describeDots(author), ...grounds]} look="quiet" />
      </details>
    </section>
  );
}

/** Shows the places of a marker in both texts. */
function Opening({ marker: { name, about }, text }: { readonly marker: MarkerView; readonly text: string }) {
  const { host, view } = useShown();
  return (
    <button
      type="button"
      class="plain"
      aria-pressed={name === view.marker}
      data-focus-key={`marker-${name}-${text}`}
      title={about}
      onClick={() => void host.openMarker(name)}
    >
      {text}
    </button>
  );
}
