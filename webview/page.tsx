import * as l10n from '@vscode/l10n';
import { type ComponentChildren, render } from 'preact';
import { type ComparisonView, type FindingsView, LevelsTable } from '../src/presentation/comparison';
import type { NoticeView } from '../src/presentation/notices';
import type { ReviewView } from '../src/presentation/reviewView';
import { RatioPartsText, Telling, type TellingView } from '../src/presentation/telling';
import type { Panel, PanelHost, WordList } from '../src/protocol/panel';
import { Candidates, Markers } from './candidates';
import { Actions, Card, isProvenance } from './card';
import { ShownContext, findFocusedKey, focusByKey, useShown } from './context';
import { BusyMark, Button } from './controls';
import { Passages } from './passages';

/** Renders each view into the root, and keeps no state except what is on the screen. */
export function openPage(root: HTMLElement, host: PanelHost): Panel<ReviewView> {
  let chosen: number | undefined;
  return {
    show: (view) => {
      const { state } = root.dataset;
      const focused = findFocusedKey(root);
      root.dataset['state'] = view.kind;
      root.toggleAttribute('data-earlier', view.earlier);
      render(<Page view={view} host={host} />, root);
      if (focused !== undefined && findFocusedKey(root) !== focused) focusByKey(root, focused); // a moved element loses it
      if ((state === 'comparison') !== (view.kind === 'comparison')) scrollTo(0, 0);
      const selected = view.detail && view.selected;
      // Scrolls to a passage that was chosen outside the page.
      if (selected !== chosen) root.querySelector('[aria-current="true"]')?.scrollIntoView({ block: 'nearest' });
      chosen = selected;
      return Promise.resolve();
    },
  };
}

function Page({ view, host }: { readonly view: ReviewView; readonly host: PanelHost }) {
  const { candidates, comparison, detail, header, introduction, kind, notices, progress } = view;
  const urgent = [kind === 'failed', view.earlier].filter(Boolean).length; // they are read before the rest
  const review = { label: l10n.t('Review This Document'), intent: 'review' } as const;
  const build = { label: l10n.t('Add Known Texts…'), intent: 'buildIndex' } as const;
  const sample = { label: l10n.t('Open the Sample Case'), intent: 'openSample' } as const;
  return (
    <ShownContext.Provider value={{ view, host }}>
      <header class="about">
        {header && (
          <div class="facts">
            <h1>{header.title}</h1>
            <button
              type="button"
              class="plain choice"
              title={l10n.t('Set Mode and Genre…')}
              onClick={() => void host.intend('setFacts')}
            >
              {header.facts}
            </button>
            {header.question !== '' && (
              <button
                type="button"
                class="plain choice"
                title={l10n.t('Change the Question…')}
                onClick={() => void host.intend('setQuestion')}
              >
                {header.question}
              </button>
            )}
            <div class="actions">
              {kind !== 'running' && <Button press={() => void host.intend('review')}>{l10n.t('Review Again')}</Button>}
              {candidates.length > 0 && (
                <Button press={() => void host.intend('exportReport')}>{l10n.t('Export Report…')}</Button>
              )}
            </div>
          </div>
        )}
      </header>
      <div class="progress">
        {progress !== undefined && (
          <>
            <BusyMark />
            <span class="stage" aria-hidden="true">
              {progress}
            </span>
            <Button press={() => void host.intend('cancel')}>{l10n.t('Cancel')}</Button>
          </>
        )}
      </div>
      {/* A screen reader speaks only a change of stage; counts would interrupt the user. */}
      <div class="for-screen-readers" role="status" aria-live="polite">
        {progress?.split(',')[0]}
      </div>
      <Notices kind="alerts" notices={notices.slice(0, urgent)} />
      <div class="introduction">
        {introduction !== undefined && <p>{introduction}</p>}
        {introduction !== undefined && kind !== 'opening' && (
          <Actions ways={[kind === 'noIndex' ? build : review, sample]} isPrimary />
        )}
      </div>
      <div class="verification">{detail && <Card findings={detail} />}</div>
      <Notices kind="notices" notices={notices.slice(urgent).filter((notice) => !isProvenance(notice))} />
      <div class="review" hidden={candidates.length === 0}>
        <div class="candidates">
          <Candidates />
        </div>
        <main class="detail">{detail && <Detail findings={detail} telling={view.telling} />}</main>
      </div>
      {!detail && <Notices kind="provenance" notices={notices.slice(urgent).filter(isProvenance)} />}
      <div class="comparison">{comparison && <Comparison {...comparison} />}</div>
    </ShownContext.Provider>
  );
}

/** The place of the chosen candidate in the order, the parts of the text that are most similar, and the passages. */
function Detail({ findings, telling }: { readonly findings: FindingsView; readonly telling: TellingView | undefined }) {
  const { title, markers, ratioList } = findings;
  return (
    <>
      <div class="author">
        <h2>{title}</h2>
      </div>
      <div class="alike">
        {markers && <Markers markers={markers} level="h3" />}
        <Passages key={title} findings={findings} level="h3" />
      </div>
      {telling?.first === title && (
        <WordsList kind="next" {...telling}>
          <Telling {...telling} />
        </WordsList>
      )}
      {ratioList && (
        <WordsList kind="ratio" {...ratioList} marks={ratioList.parts ? ratioList.marks : ratioList.pending}>
          {ratioList.parts && <RatioPartsText author={ratioList.author} parts={ratioList.parts} />}
        </WordsList>
      )}
    </>
  );
}

/** A list of words, which the text shows while it is open. At most one is open. */
function WordsList({
  kind,
  title,
  marks,
  children,
}: {
  readonly kind: WordList;
  readonly title: string;
  readonly marks: string;
  readonly children: ComponentChildren;
}) {
  const { host, view } = useShown();
  const isOpen = view.words === kind;
  const toggle = (open: boolean): void => {
    if (open !== isOpen) void host.openWords(open ? kind : 'none');
  };
  return (
    <details class="more" open={isOpen} onToggle={({ currentTarget: { open } }) => toggle(open)}>
      <summary data-focus-key={`words-${kind}`}>{title}</summary>
      {children}
      <p class="quiet">{marks}</p>
    </details>
  );
}

/** Notices for the user, each with at most one action. */
function Notices({ kind, notices }: { readonly kind: string; readonly notices: readonly NoticeView[] }) {
  const { host } = useShown();
  return (
    <div class={kind}>
      {notices.map(({ tone, text, action }) => (
        <div class={`notice ${tone}`} role={tone === 'error' ? 'alert' : 'note'}>
          <p>{text}</p>
          {action && <Button press={() => void host.intend(action.intent)}>{action.label}</Button>}
        </div>
      ))}
    </div>
  );
}

/** A comparison of two documents, or of a document and an author: the findings, a table of three levels, and the passages. */
function Comparison(comparison: ComparisonView) {
  const { title, score, verification, levels, markers } = comparison;
  const { host } = useShown();
  return (
    <>
      <h1>{title}</h1>
      <p class="quiet">{score}</p>
      <Actions
        ways={[
          { label: l10n.t('Export Report…'), intent: 'exportReport' },
          { label: l10n.t('Back to the Review'), intent: 'backToReview' },
        ]}
      />
      {verification && <Card findings={comparison} />}
      {levels && <LevelsTable levels={levels} open={(number) => void host.openPassage(number)} />}
      {markers && <Markers markers={markers} level="h2" />}
      <Passages key={title} findings={comparison} level="h2" />
    </>
  );
}
