import * as l10n from '@vscode/l10n';
import { render } from 'preact';
import { useState } from 'preact/hooks';
import { standingWords } from '../src/presentation/pictures/candidatesStrip';
import { DensitiesPicture } from '../src/presentation/pictures/ratioPlots';
import { HeatStrip, RollingPicture } from '../src/presentation/pictures/alongText';
import type {
  ComparisonView,
  FindingsView,
  HandsView,
  NoticeView,
  Panel,
  PanelHost,
  ReviewView,
} from '../src/protocol/panel';
import { Candidates } from './candidates';
import { Actions, Card } from './card';
import { BusyMark, Button } from './controls';
import { focusByKey, focusedKey, Host, useHost } from './context';
import { Markers } from './markers';
import { SectionMap } from './sectionMap';
import { type PassageOrder, Passages, type Reading } from './passages';

/** What the reviewer chose for this page. */
type PageMemory = Record<'order', PassageOrder>;

/** Renders each view that is shown into the root, and keeps nothing but what is on the screen. */
export function openPage(root: HTMLElement, host: PanelHost, memory: PageMemory): Panel {
  let chosen: number | undefined;
  return {
    show: (view) => {
      const { state } = root.dataset;
      const focused = focusedKey(root);
      root.dataset['state'] = view.kind;
      root.toggleAttribute('data-earlier', view.earlier);
      const page = (
        <Host.Provider value={host}>
          <Page view={view} memory={memory} />
        </Host.Provider>
      );
      render(page, root);
      if (focused !== undefined && focusedKey(root) !== focused) focusByKey(root, focused); // what is moved loses it
      if ((state === 'comparison') !== (view.kind === 'comparison')) scrollTo(0, 0);
      const selected = view.detail && view.selected;
      // A passage that was chosen in another surface comes into sight.
      if (selected !== chosen) root.querySelector('[aria-current="true"]')?.scrollIntoView({ block: 'nearest' });
      chosen = selected;
      return Promise.resolve();
    },
  };
}

function Page({ view, memory }: { readonly view: ReviewView; readonly memory: PageMemory }) {
  const { candidates, comparison, detail, notices } = view;
  const [order, setOrder] = useState(memory.order);
  const sort = (chosen: PassageOrder): void => {
    memory.order = chosen;
    setOrder(chosen);
  };
  const reading = { order, sort, selected: view.selected, marker: view.marker, undo: view.undo };
  const hasChanges = view.hands !== undefined && view.hands.parts.length > 0;
  const urgent = [view.kind === 'failed', view.earlier, hasChanges].filter(Boolean).length; // what the rest is to be read by comes first
  return (
    <>
      <header class="about">
        <Header {...view} />
      </header>
      <Progress {...view} />
      <Notices kind="alerts" notices={notices.slice(0, urgent)} />
      <Introduction {...view} />
      <div class="verification">
        {detail && (
          <Card
            title={detail.title}
            outcome={standingWords(candidates)}
            findings={detail}
            basis={view.header?.basis ?? []}
            chosenVerifier={view.chosenVerifier}
          />
        )}
      </div>
      <Notices kind="notices" notices={notices.slice(urgent)} />
      <div class="review" hidden={candidates.length === 0}>
        <div class="candidates">
          <Candidates candidates={candidates} chosen={detail?.title} />
        </div>
        <main class="detail">{detail && <Detail findings={detail} hands={view.hands} reading={reading} />}</main>
      </div>
      <div class="comparison">{comparison && <Comparison comparison={comparison} reading={reading} />}</div>
    </>
  );
}

/** How far a run is, in a line that changes, and the way to stop it. Only a change of stage is spoken; counts would interrupt the reader. */
function Progress({ progress }: ReviewView) {
  const host = useHost();
  return (
    <>
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
      <div class="for-screen-readers" role="status" aria-live="polite">
        {progress?.split(',')[0]}
      </div>
    </>
  );
}

/** Where the candidate that is read stands, where in the text it is most alike, and its passages. */
function Detail({
  findings,
  hands,
  reading,
}: {
  readonly findings: FindingsView;
  readonly hands: HandsView | undefined;
  readonly reading: Reading;
}) {
  const { title, verification, heat, markers } = findings;
  const host = useHost();
  const hasChanges = hands && hands.parts.length > 0; // else there is nothing to say before the passages
  return (
    <>
      <div class="author">
        <h2>{title}</h2>
      </div>
      <div class="pictures">
        {verification?.densities && <DensitiesPicture densities={verification.densities} />}
        {heat && <HeatStrip heat={heat} reveal={(offset) => void host.revealPlace(offset)} />}
      </div>
      {hasChanges && <Hands hands={hands} />}
      <div class="alike">
        {markers && <Markers markers={markers} chosen={reading.marker} level="h3" />}
        <Passages key={title} findings={findings} level="h3" {...reading} />
      </div>
      {hands && !hasChanges && <Hands hands={hands} />}
    </>
  );
}

/** The text from stretch to stretch, and the parts between changes of hand, each leading to its place. */
function Hands({ hands }: { readonly hands: HandsView }) {
  const host = useHost();
  const reveal = (offset: number) => void host.revealPlace(offset);
  return (
    <section class="hands">
      <h3>{l10n.t('Along the text')}</h3>
      <RollingPicture hands={hands} reveal={reveal} />
      <p class="quiet">{hands.says}</p>
      {hands.parts.length > 0 && (
        <>
          <ul class="parts">
            {hands.parts.map(({ start, says }) => (
              <li>
                <button type="button" class="plain" data-focus-key={`part-${start}`} onClick={() => reveal(start)}>
                  {says}
                </button>
              </li>
            ))}
          </ul>
          <p class="quiet">{hands.alarms}</p>
        </>
      )}
    </section>
  );
}

/** What was compared with what, and what can be done with it. */
function Header({ header, kind, candidates }: ReviewView) {
  const host = useHost();
  if (!header) return <></>;
  return (
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
      <span class="quiet">{header.reviewed}</span>
      <div class="actions">
        {kind !== 'running' && <Button press={() => void host.intend('review')}>{l10n.t('Review Again')}</Button>}
        {candidates.length > 0 && (
          <Button press={() => void host.intend('exportReport')}>{l10n.t('Export Report…')}</Button>
        )}
      </div>
    </div>
  );
}

/** Sentences that the reviewer should know, each with at most one thing to do. */
function Notices({ kind, notices }: { readonly kind: string; readonly notices: readonly NoticeView[] }) {
  const host = useHost();
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

/** The one sentence and the ways on while nothing was reviewed. */
function Introduction({ introduction, kind }: ReviewView) {
  const review = { label: l10n.t('Review This Document'), intent: 'review' } as const;
  const build = { label: l10n.t('Build Reference Index From Folder…'), intent: 'buildIndex' } as const;
  const sample = { label: l10n.t('Open the Sample Case'), intent: 'openSample' } as const;
  return (
    <div class="introduction">
      {introduction !== undefined && <p>{introduction}</p>}
      {introduction !== undefined && kind !== 'opening' && (
        <Actions ways={[kind === 'noIndex' ? build : review, sample]} isPrimary />
      )}
    </div>
  );
}

/** Two documents, or a document and an author, compared: what the findings say, a map of sections with chunks, and what is alike. */
function Comparison({ comparison, reading }: { readonly comparison: ComparisonView; readonly reading: Reading }) {
  const { title, score, verification, sections, heat, markers } = comparison;
  const host = useHost();
  return (
    <>
      <h1>{title}</h1>
      <p class="quiet">{score}</p>
      <Actions
        ways={[
          { label: l10n.t('Export Report…'), intent: 'exportReport' },
          ...(sections ? [{ label: l10n.t('Save Section Map…'), intent: 'saveComparison' } as const] : []),
          { label: l10n.t('Back to the Review'), intent: 'backToReview' },
        ]}
      />
      {verification && <Card title={l10n.t('Verification')} findings={comparison} />}
      {verification?.densities && <DensitiesPicture densities={verification.densities} />}
      {sections && <SectionMap key={sections.chunks.length} {...sections} />}
      {heat && <HeatStrip heat={heat} reveal={(offset) => void host.revealPlace(offset)} />}
      {markers && <Markers markers={markers} chosen={reading.marker} level="h2" />}
      <Passages key={title} findings={comparison} level="h2" {...reading} />
    </>
  );
}
