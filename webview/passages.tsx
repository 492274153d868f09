import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { List, Passage, UnreadPlaces } from '../src/presentation/components';
import { shownPassages } from '../src/presentation/passages';
import type { DecisionKind, FindingsView, PassageView } from '../src/protocol/panel';
import { rowAfter } from './candidateOrder';
import { Button, Choice } from './controls';
import { focusByKey, useHost } from './context';

/** How lists of passages are put in order; the page's own business, and their numbers stay. */
export type PassageOrder = 'strength' | 'place';

/** How the lists are read. */
export interface Reading {
  readonly selected: number | undefined;
  /** Name of the marker whose places are marked. */
  readonly marker: string | undefined;
  readonly order: PassageOrder;
  readonly sort: (order: PassageOrder) => void;
  /** What *Undo* takes back. */
  readonly undo: string | undefined;
}

/** An author's passages: alike, then against, then those set apart, folded under their count; their numbers are those in the editor. */
export function Passages({
  findings,
  level: Heading,
  ...chosen
}: Reading & { readonly findings: FindingsView; readonly level: 'h2' | 'h3' }) {
  const { passages, against, setApart, unread, passagesPending, weighed } = findings;
  const reading = { ...chosen, canDecide: weighed !== undefined };
  const alike = l10n.t('Passages alike');
  if (passagesPending !== undefined)
    return (
      <>
        <Heading>{alike}</Heading>
        <p class="quiet" role="status">
          {passagesPending}
        </p>
      </>
    );
  const better = l10n.t('Passages that other candidates answer better');
  return (
    <>
      <div class="list-head">
        <Heading>{`${alike} (${passages.length})`}</Heading>
        {passages.length > 1 && <Sorting {...reading} />}
      </div>
      <Weighed {...(weighed && { weighed })} undo={chosen.undo} />
      <PassageList passages={passages} {...reading} />
      {passages.length === 0 && <p class="quiet">{l10n.t('No passages alike were found.')}</p>}
      {against.length > 0 && (
        <>
          <Heading>{`${better} (${against.length})`}</Heading>
          <PassageList passages={against} {...reading} />
        </>
      )}
      {setApart.heading !== '' && (
        <Folded summary={setApart.heading}>
          <Items passages={setApart.passages} {...reading} />
        </Folded>
      )}
      {unread && <UnreadPlaces unread={unread} level={Heading} />}
    </>
  );
}

/** What was decided of the passages, and of those that are gone. */
function Weighed({ weighed, undo }: Pick<Reading, 'undo'> & Pick<FindingsView, 'weighed'>) {
  const host = useHost();
  if (!weighed) return <></>;
  const { says, gone } = weighed;
  return (
    <>
      <p class="quiet" role="status">
        {says !== '' && `${says} `}
        {undo !== undefined && (
          <button type="button" class="plain link" title={undo} onClick={() => void host.intend('undoDecision')}>
            {l10n.t('Undo: {decision}', { decision: undo })}
          </button>
        )}
      </p>
      <List items={gone} look="gone" />
    </>
  );
}

function Sorting({ order, sort }: Reading) {
  const label = l10n.t('Order of passages');
  const choices = [
    { id: 'strength', label: l10n.t('Strongest first'), use: label },
    { id: 'place', label: l10n.t('In the order of the text'), use: label },
  ] as const;
  return <Choice label={label} choices={choices} chosen={order} choose={sort} />;
}

type ListProps = Reading & {
  readonly passages: readonly PassageView[];
  /** Whether the text is of a case, which keeps decisions. */
  readonly canDecide: boolean;
};

/** By a letter a passage that has the focus is decided on. */
const decisionKeys: Readonly<Record<string, DecisionKind>> = { k: 'keep', s: 'setAside', n: 'note' };

function decisionBy({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): DecisionKind | undefined {
  return ctrlKey || metaKey || altKey ? undefined : decisionKeys[key];
}

/** The first eight passages side by side, the rest folded. */
function PassageList({ passages, ...reading }: ListProps) {
  const rest = passages.slice(shownPassages);
  return (
    <>
      {passages.length > 0 && <Items passages={passages.slice(0, shownPassages)} {...reading} />}
      {rest.length > 0 && (
        <Folded summary={`${l10n.t('More passages')} (${rest.length})`}>
          <Items passages={rest} {...reading} />
        </Folded>
      )}
    </>
  );
}

function Folded({ summary, children }: { readonly summary: string; readonly children: ComponentChildren }) {
  return (
    <details class="folded">
      <summary>{summary}</summary>
      {children}
    </details>
  );
}

/** A list in which the tabulator stops at one passage, and arrow keys, Home and End go on from there. */
function Items({ passages: listed, selected, order, canDecide }: ListProps) {
  const host = useHost();
  const passages = order === 'place' ? listed.toSorted((a, b) => a.place - b.place) : listed;
  const tabStop = passages.some(({ number }) => number === selected) ? selected : passages[0]?.number;
  const goByKey = (event: KeyboardEvent, from: number): void => {
    const item = event.currentTarget as HTMLElement;
    if (event.target !== item) return; // a button has keys of its own
    const kind = canDecide ? decisionBy(event) : undefined;
    if (kind) {
      event.preventDefault();
      void host.decide(passages[from]!.number, kind);
      return;
    }
    const target = rowAfter(event.key, from, passages.length);
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
            {canDecide && <Decide passage={passage} />}
          </li>
        );
      })}
    </ol>
  );
}

/** Keeps a passage, sets it aside, or notes it; K, S and N do the same. */
function Decide({ passage: { number, decision } }: { readonly passage: PassageView }) {
  const host = useHost();
  const choices = [
    { kind: 'keep', label: l10n.t('Keep'), pressed: decision?.kept === true },
    { kind: 'setAside', label: l10n.t('Set Aside…'), pressed: decision?.setAside !== undefined },
    { kind: 'note', label: l10n.t('Note…'), pressed: decision?.note !== undefined },
  ] as const;
  return (
    <div class="decide">
      {choices.map(({ kind, label, pressed }) => (
        <button
          type="button"
          class="plain link"
          aria-pressed={pressed}
          aria-label={`${label}, ${l10n.t('passage')} ${number}`}
          data-focus-key={`${kind}-${number}`}
          onClick={() => void host.decide(number, kind)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
