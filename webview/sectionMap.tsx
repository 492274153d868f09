import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import type { SectionMapView } from '../src/presentation/comparison';
import { Table } from '../src/presentation/components';
import { focusByKey, useShown } from './context';

const steps: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

/** Every panel has room for this many columns. A wider map scrolls. */
const fewColumns = 8;
/** At most this many pairs of chunks are listed at once. */
const shownChunks = 8;

/**
 * A map of sections. Arrow keys move between cells, and Enter or a click opens both places and lists the most similar chunks in them.
 * Before a cell is chosen, the chunks of all cells are listed.
 */
export function SectionMap(map: SectionMapView) {
  const { host } = useShown();
  const [chosen, choose] = useState<number | undefined>(undefined);
  const open = (number: number): void => {
    choose(number === chosen ? undefined : number);
    void host.openPassage(number);
  };
  return (
    <div>
      <h2>{l10n.t('Sections')}</h2>
      <p class="quiet">{map.says}</p>
      <Cells {...map} chosen={chosen} open={open} />
      <Chunks chunks={map.chunks.filter(({ cell }) => cell === (chosen ?? cell)).slice(0, shownChunks)} />
    </div>
  );
}

function Cells({
  columns,
  rows,
  chosen,
  open,
}: Pick<SectionMapView, 'columns' | 'rows'> & {
  readonly chosen: number | undefined;
  readonly open: (number: number) => void;
}) {
  const [tabStop, setTabStop] = useState(rows[0]?.cells[0]?.number);
  const goByKey = (event: KeyboardEvent, x: number, y: number): void => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const next = rows[y + step[1]]?.cells[x + step[0]];
    const table = (event.currentTarget as HTMLElement).closest('table');
    if (!next || !table) return;
    setTabStop(next.number);
    focusByKey(table, `section-${next.number}`);
  };
  return (
    <Table
      name={l10n.t('Sections')}
      look={`section-map${columns.length > fewColumns ? ' many' : ''}`}
      heads={[l10n.t('Sections'), ...columns.map((column, x) => `${x + 1} ${column}`)]}
      rows={rows.map(({ name, cells }, y) => [
        `${y + 1} ${name}`,
        ...cells.map(({ number, score, level, says }, x) => (
          <button
            type="button"
            class={`level-${level}`}
            title={says}
            aria-label={says}
            aria-pressed={number === chosen}
            tabIndex={number === tabStop ? 0 : -1}
            data-focus-key={`section-${number}`}
            onClick={() => open(number)}
            onKeyDown={(event) => goByKey(event, x, y)}
          >
            {score}
          </button>
        )),
      ])}
    />
  );
}

/** Pairs of chunks. Each opens both places. */
function Chunks({ chunks }: Pick<SectionMapView, 'chunks'>) {
  const { host } = useShown();
  if (chunks.length === 0) return <></>;
  const name = l10n.t('Most similar chunks');
  return (
    <>
      <h3>{name}</h3>
      <ol class="chunks" aria-label={name}>
        {chunks.map(({ number, score, here, there }) => (
          <li>
            <button
              type="button"
              class="plain link"
              data-focus-key={`chunk-${number}`}
              onClick={() => void host.openPassage(number)}
            >
              {l10n.t('“{here}” with “{there}”: {score}', { here, there, score })}
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}
