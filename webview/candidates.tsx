import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import { Lines, MarkersTable } from '../src/presentation/components';
import type { MarkerView, MarkersView } from '../src/presentation/markers';
import type { CandidateView } from '../src/presentation/reviewView';
import { findNextRow, focusByKey, useShown } from './context';
import { TextInput } from './controls';

/** A longer list of candidates gets a filter. */
const atAGlance = 8;

/** The candidates as a table. Arrow keys choose a row, and the field above a long table filters it. */
export function Candidates() {
  const { candidates } = useShown().view;
  const [filter, setFilter] = useState('');
  const [isOpen, setOpen] = useState(true);
  if (candidates.length === 0) return <></>;
  const isLong = candidates.length > atAGlance;
  const isAmong = candidates.some(({ among }) => among !== undefined);
  const wanted = isLong ? filter.trim().toLowerCase() : '';
  const shown = candidates.filter(({ author }) => author.toLowerCase().includes(wanted));
  return (
    <details open={isOpen} onToggle={({ currentTarget: { open } }) => setOpen(open)}>
      <summary id="candidates-title">{`${l10n.t('Candidates')} (${candidates.length})`}</summary>
      {isLong && <TextInput label={l10n.t('Filter by author')} value={filter} change={setFilter} />}
      <div class="table">
        <table role="grid" aria-labelledby="candidates-title">
          <thead>
            <tr>
              <th scope="col" class="number">
                {l10n.t('Rank')}
              </th>
              <th scope="col">{l10n.t('Author')}</th>
              {isAmong && <th scope="col">{l10n.t('Among these')}</th>}
              <th scope="col">{l10n.t('Ratio of each author alone')}</th>
            </tr>
          </thead>
          <Rows candidates={shown} isAmong={isAmong} />
        </table>
      </div>
      <p class="quiet">
        {isAmong
          ? l10n.t('Among these: one of them rather than the others. Alone: this author rather than anyone else.')
          : l10n.t(
              'The order goes by similarity, not by strength of evidence. A ratio of an author alone is not lowered for the number of authors that were searched.',
            )}
      </p>
    </details>
  );
}

function Rows({ candidates, isAmong }: { readonly candidates: readonly CandidateView[]; readonly isAmong: boolean }) {
  const { host, view } = useShown();
  const chosen = view.detail?.title;
  const tabStop = candidates.some(({ author }) => author === chosen) ? chosen : candidates[0]?.author;
  const choose = (author: string): void => void host.selectCandidate(author);
  const goByKey = (event: KeyboardEvent, row: number): void => {
    const target = event.key === 'Enter' || event.key === ' ' ? row : findNextRow(event.key, row, candidates.length);
    const next = target === undefined ? undefined : candidates[target];
    if (!next) return;
    event.preventDefault();
    const body = (event.currentTarget as HTMLElement).parentElement;
    if (body) focusByKey(body, `candidate-${next.author}`);
    choose(next.author);
  };
  return (
    <tbody>
      {candidates.map(({ author, name, rank, finding, among }, row) => (
        <tr
          key={author}
          aria-selected={author === chosen}
          tabIndex={author === tabStop ? 0 : -1}
          data-focus-key={`candidate-${author}`}
          onClick={() => choose(author)}
          onKeyDown={(event) => goByKey(event, row)}
        >
          <td class="number">{rank}</td>
          <th scope="row">{name}</th>
          {isAmong && <td>{among ?? '–'}</td>}
          <td>{finding}</td>
        </tr>
      ))}
    </tbody>
  );
}

/** At most this many rows are shown before the table is unfolded. */
const shownRows = 6;

/** The leading markers as a table. Below it, folded: all others, and what they rest on. */
export function Markers({ markers, level: Heading }: { readonly markers: MarkersView; readonly level: 'h2' | 'h3' }) {
  const { rows, summary, says, grounds } = markers;
  const leading = rows.filter(({ leads }) => leads).slice(0, shownRows);
  const rest = rows.filter((row) => !leading.includes(row));
  const { host, view } = useShown();
  // shows the places of a marker in both texts
  const cell = ({ name, about }: MarkerView, text: string) => (
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
  return (
    <section class="habits">
      <Heading>{`${l10n.t('Markers')} (${summary})`}</Heading>
      {leading.length > 0 && <MarkersTable markers={markers} rows={leading} cell={cell} />}
      <details class="folded">
        <summary>{l10n.t('Details')}</summary>
        {rest.length > 0 && <MarkersTable markers={markers} rows={rest} cell={cell} />}
        <Lines lines={[...says, ...grounds]} look="quiet" />
      </details>
    </section>
  );
}
