import * as l10n from '@vscode/l10n';
import { List, Passage, UnreadPlaces } from '../src/presentation/components';
import { shownPassages, type PassageView } from '../src/presentation/passages';
import type { FindingsView } from '../src/presentation/comparison';
import type { DecisionKind } from '../src/protocol/panel';
import { findNextRow, focusByKey, useShown } from './context';
import { Button } from './controls';

/** An author's passages: alike, then against, then the number of those set apart. The editor shows the same numbers. */
export function Passages({
  findings: { passages, against, setApart, unread, passagesPending, weighed },
  level: Heading,
}: {
  readonly findings: FindingsView;
  readonly level: 'h2' | 'h3';
}) {
  const { host, view } = useShown();
  const alike = l10n.t('Shared passages');
  if (passagesPending !== undefined)
    return (
      <>
        <Heading>{alike}</Heading>
        <p class="quiet" role="status">
          {passagesPending}
        </p>
      </>
    );
  const canDecide = weighed !== undefined;
  return (
    <>
      <Heading>{`${alike} (${passages.length})`}</Heading>
      {weighed && (
        <>
          <p class="quiet" role="status">
            {weighed.says !== '' && `${weighed.says} `}
            {view.undo !== undefined && (
              <button
                type="button"
                class="plain link"
                title={view.undo}
                onClick={() => void host.intend('undoDecision')}
              >
                {l10n.t('Undo: {decision}', { decision: view.undo })}
              </button>
            )}
          </p>
          <List items={weighed.gone} look="gone" />
        </>
      )}
      <PassageList passages={passages} canDecide={canDecide} />
      {against.length > 0 && (
        <>
          <Heading>{`${l10n.t('Passages that other candidates’ texts share and this author’s do not')} (${against.length})`}</Heading>
          <PassageList passages={against} canDecide={canDecide} />
        </>
      )}
      {setApart !== '' && <p class="quiet">{setApart}</p>}
      {unread && <UnreadPlaces unread={unread} level={Heading} />}
    </>
  );
}

/** @param canDecide  whether the text belongs to a case, which stores decisions */
type ListProps = Readonly<{ passages: readonly PassageView[]; canDecide: boolean }>;

/** The keys that decide on the focused passage. */
const decisionKeys: Readonly<Record<string, DecisionKind>> = { s: 'setAside', n: 'note' };

/** The first eight passages side by side, the rest folded. */
function PassageList({ passages, canDecide }: ListProps) {
  const rest = passages.slice(shownPassages);
  return (
    <>
      {passages.length > 0 && <Items passages={passages.slice(0, shownPassages)} canDecide={canDecide} />}
      {rest.length > 0 && (
        <details class="folded">
          <summary>{`${l10n.t('Details')} (${rest.length})`}</summary>
          <Items passages={rest} canDecide={canDecide} />
        </details>
      )}
    </>
  );
}

/** A list with one tab stop. Arrow keys, Home and End move from passage to passage. */
function Items({ passages, canDecide }: ListProps) {
  const { host, view } = useShown();
  const { selected } = view;
  const tabStop = passages.some(({ number }) => number === selected) ? selected : passages[0]?.number;
  const goByKey = (event: KeyboardEvent, from: number): void => {
    const item = event.currentTarget as HTMLElement;
    if (event.target !== item) return; // a button handles its own keys
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    const kind = canDecide && isPlain ? decisionKeys[event.key] : undefined;
    if (kind) {
      event.preventDefault();
      void host.decide(passages[from]!.number, kind);
      return;
    }
    const target = findNextRow(event.key, from, passages.length);
    const next = target === undefined ? undefined : passages[target];
    if (event.key !== 'Enter' && !next) return;
    event.preventDefault();
    if (!next) {
      void host.openPassage(passages[from]!.number);
      return;
    }
    if (item.parentElement) focusByKey(item.parentElement, `passage-${next.number}`);
    void host.selectPassage(next.number);
  };
  const choose = (event: MouseEvent, number: number): void => {
    const onButton = event.target instanceof Element && event.target.closest('vscode-button, button');
    if (!onButton) void host.selectPassage(number);
  };
  const openBoth = l10n.t('Open Both');
  const choices = [
    { kind: 'setAside', label: l10n.t('Set Aside…') },
    { kind: 'note', label: l10n.t('Note…') },
  ] as const;
  return (
    <ol class="passages">
      {passages.map((passage, i) => {
        const { number } = passage;
        return (
          <li
            key={number}
            class="passage"
            data-number={number}
            data-focus-key={`passage-${number}`}
            tabIndex={number === tabStop ? 0 : -1}
            aria-current={number === selected ? 'true' : undefined}
            onClick={(event) => choose(event, number)}
            onKeyDown={(event) => goByKey(event, i)}
          >
            <Passage passage={passage} name={String(number)}>
              <Button name={`${openBoth}, ${l10n.t('passage')} ${number}`} press={() => void host.openPassage(number)}>
                {openBoth}
              </Button>
            </Passage>
            {canDecide && (
              <div class="decide">
                {choices.map(({ kind, label }) => (
                  <button
                    type="button"
                    class="plain link"
                    aria-pressed={passage.decision?.[kind] !== undefined}
                    aria-label={`${label}, ${l10n.t('passage')} ${number}`}
                    data-focus-key={`${kind}-${number}`}
                    onClick={() => void host.decide(number, kind)}
                  >
                    {label}
                  </button>
                ))}
              </div>
            )}
          </li>
        );
      })}
    </ol>
  );
}
