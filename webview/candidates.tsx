import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import { CandidatesStrip } from '../src/presentation/pictures/candidatesStrip';
import type { CandidateView } from '../src/presentation/reviewView';
import { findNextRow, focusByKey, useShown } from './context';
import { TextInput } from './controls';

/** A longer list of candidates gets a filter. */
const atAGlance = 8;

/** The candidates as a table. Arrow keys choose a row, and the field above a long table filters it. */
export function Candidates() {
  const { candidates, detail } = useShown().view;
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
      {!isAmong && <CandidatesStrip authors={candidates} chosen={detail?.title} />}
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
              <th scope="col">{isAmong ? l10n.t('Against anybody') : l10n.t('Ratio, as if named beforehand')}</th>
            </tr>
          </thead>
          <Rows candidates={shown} isAmong={isAmong} />
        </table>
      </div>
      {!isAmong && <p class="quiet">{l10n.t('The order goes by similarity, not by strength of evidence.')}</p>}
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
      {candidates.map(({ author, name, rank, tier, finding, among }, row) => (
        <tr
          key={author}
          aria-selected={author === chosen}
          tabIndex={author === tabStop ? 0 : -1}
          data-focus-key={`candidate-${author}`}
          onClick={() => choose(author)}
          onKeyDown={(event) => goByKey(event, row)}
        >
          <td class="number" title={tier}>
            {rank}
          </td>
          <th scope="row">{name}</th>
          {isAmong && <td>{among ?? '–'}</td>}
          <td>{finding}</td>
        </tr>
      ))}
      {candidates.length === 0 && (
        <tr>
          <td colSpan={4}>{l10n.t('No candidates yet.')}</td>
        </tr>
      )}
    </tbody>
  );
}
