import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import type { SectionMapView } from '../src/protocol/panel';
import { focusByKey, useHost } from './context';

const steps: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

/** A map of sections; arrow keys go from cell to cell, Enter or a click opens both places. */
export function SectionMap({ says, rows }: SectionMapView) {
  const host = useHost();
  const [tabStop, setTabStop] = useState(rows[0]?.[0]?.number);
  const goByKey = (event: KeyboardEvent, x: number, y: number): void => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const next = rows[y + step[1]]?.[x + step[0]];
    const table = (event.currentTarget as HTMLElement).closest('table');
    if (!next || !table) return;
    setTabStop(next.number);
    focusByKey(table, `section-${next.number}`);
  };
  const name = l10n.t('Sections');
  return (
    <div>
      <h2>{name}</h2>
      <p class="quiet">{says}</p>
      <table class="section-map" aria-label={name}>
        <thead>
          <tr>
            <td />
            {rows[0]?.map((_, x) => (
              <th scope="col">{x + 1}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, y) => (
            <tr>
              <th scope="row">{y + 1}</th>
              {row.map((cell, x) => (
                <td>
                  <button
                    type="button"
                    class={`level-${cell.level}`}
                    title={cell.says}
                    aria-label={cell.says}
                    tabIndex={cell.number === tabStop ? 0 : -1}
                    data-focus-key={`section-${cell.number}`}
                    onClick={() => void host.openPassage(cell.number)}
                    onKeyDown={(event) => goByKey(event, x, y)}
                  >
                    {cell.score}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
