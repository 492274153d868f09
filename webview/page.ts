import type { CandidateDetailView, Panel, PanelHost, ReviewView } from '../src/protocol/panel';
import { element, Section } from './dom';
import { CandidatesTable, type CandidatesData } from './views/candidatesTable';
import { comparison, type ComparisonData } from './views/comparison';
import { header, introduction, notices, progress } from './views/header';
import type { HeaderData, IntroductionData, ProgressData } from './views/header';
import { authorPassages, type PassageControls, type PassageOrder, type PassagesData } from './views/passageList';
import { placePicture, picture } from './views/picture';
import { verificationCard, type VerificationData } from './views/verificationCard';

/** What the reviewer chose for this page. */
export interface PageMemory {
  order: PassageOrder;
}

/** The panel page: a renderer of views that keeps nothing but what is on the screen. */
export class Page implements Panel {
  private readonly stage = element('div', { class: 'for-screen-readers', role: 'status', 'aria-live': 'polite' });
  private readonly line = element('span', { class: 'stage', 'aria-hidden': 'true' });
  private readonly review = element('div', { class: 'review' });
  private readonly header: Section<HeaderData>;
  private readonly introduction: Section<IntroductionData>;
  private readonly alerts: Section<ReviewView['notices']>;
  private readonly notices: Section<ReviewView['notices']>;
  private readonly progress: Section<ProgressData>;
  private readonly candidates: Section<CandidatesData>;
  private readonly author: Section<string | undefined>;
  private readonly verification: Section<VerificationData | undefined>;
  private readonly pictures: Section<PicturesData | undefined>;
  private readonly passages: Section<PassagesData | undefined>;
  private readonly comparison: Section<ComparisonData>;
  private selected: number | undefined;
  private shown: ReviewView | undefined;

  constructor(
    private readonly root: HTMLElement,
    host: PanelHost,
    private readonly memory: PageMemory,
  ) {
    const lists: PassageControls = {
      host,
      sort: (order) => {
        memory.order = order;
        if (this.shown) this.showPassages(this.shown);
      },
    };
    const table = new CandidatesTable(host);
    const part = <Data>(tag: 'header' | 'div', name: string, build: (data: Data) => readonly (Node | undefined)[]) => {
      const container = element(tag, { class: name });
      return { container, section: new Section(container, build) };
    };
    const head = part<HeaderData>('header', 'about', (data) => header(data, host));
    const intro = part<IntroductionData>('div', 'introduction', (data) => introduction(data, host));
    const alert = part<ReviewView['notices']>('div', 'alerts', (data) => notices(data, host));
    const told = part<ReviewView['notices']>('div', 'notices', (data) => notices(data, host));
    const run = part<ProgressData>('div', 'progress', (data) => progress(data, this.line, host));
    const list = part<CandidatesData>('div', 'candidates', (data) => table.build(data));
    const name = part<string | undefined>('div', 'author', (text) =>
      text === undefined ? [] : [element('h2', { text })],
    );
    const card = part<VerificationData | undefined>('div', 'verification', (data) =>
      data ? [verificationCard(data, host)] : [],
    );
    const drawn = part<PicturesData | undefined>('div', 'pictures', (data) => [
      data?.densities && picture(data.densities, 'densities'),
      data?.heat && placePicture(data.heat, 'heat', (offset) => void host.revealPlace(offset)),
    ]);
    const alike = part<PassagesData | undefined>('div', 'alike', (data) => (data ? authorPassages(data, lists) : []));
    const compared = part<ComparisonData>('div', 'comparison', (data) => comparison(data, lists));
    this.header = head.section;
    this.introduction = intro.section;
    this.alerts = alert.section;
    this.notices = told.section;
    this.progress = run.section;
    this.candidates = list.section;
    this.author = name.section;
    this.verification = card.section;
    this.pictures = drawn.section;
    this.passages = alike.section;
    this.comparison = compared.section;
    const detail = element('main', { class: 'detail' }, name.container, drawn.container, alike.container);
    this.review.append(list.container, detail);
    root.replaceChildren(
      head.container,
      run.container,
      this.stage,
      alert.container,
      intro.container,
      card.container,
      told.container,
      this.review,
      compared.container,
    );
  }

  show(view: ReviewView): Promise<void> {
    const { labels, detail } = view;
    const { state } = this.root.dataset;
    this.root.dataset['state'] = view.kind;
    this.root.toggleAttribute('data-earlier', view.earlier);
    this.header.show({ header: view.header, labels, kind: view.kind, hasFindings: view.candidates.length > 0 });
    this.introduction.show({ text: view.introduction, kind: view.kind, labels });
    const urgent = Number(view.kind === 'failed') + Number(view.earlier); // what the rest is to be read by comes first
    this.alerts.show(view.notices.slice(0, urgent));
    this.notices.show(view.notices.slice(urgent));
    this.progress.show({ isRunning: view.progress !== undefined, cancel: labels.cancel });
    this.line.textContent = view.progress?.text ?? '';
    this.announce(view);
    this.review.hidden = view.candidates.length === 0;
    this.candidates.show({ candidates: view.candidates, chosen: detail?.author, strip: view.strip, labels });
    this.author.show(detail?.author);
    this.verification.show(detail && answerData(view, detail));
    this.pictures.show(detail && { densities: detail.densities, heat: detail.heat });
    this.showPassages(view);
    if ((state === 'comparison') !== (view.kind === 'comparison')) scrollTo(0, 0);
    this.reveal(detail?.selected);
    return Promise.resolve();
  }

  private showPassages(view: ReviewView): void {
    const { detail, labels } = view;
    const { order } = this.memory;
    this.shown = view;
    this.passages.show(detail && { detail, labels, order, level: 'h3' });
    this.comparison.show({ view, order });
  }

  /** Only a change of stage is spoken; counts would interrupt the reader. */
  private announce({ progress: running }: ReviewView): void {
    const text = running ? (running.text.split(',')[0] ?? '') : '';
    if (this.stage.textContent !== text) this.stage.textContent = text;
  }

  /** A passage that was chosen in another surface comes into sight. */
  private reveal(selected: number | undefined): void {
    if (selected === this.selected) return;
    this.selected = selected;
    this.root.querySelector('[aria-current="true"]')?.scrollIntoView({ block: 'nearest' });
  }
}

type PicturesData = Pick<CandidateDetailView, 'densities' | 'heat'>;

function answerData(view: ReviewView, detail: CandidateDetailView): VerificationData {
  const { labels, verifiers, chosenVerifier, terms, outcome, header: about } = view;
  return {
    title: detail.author,
    outcome,
    verification: detail.verification,
    pending: detail.verificationPending,
    withheld: detail.withheld,
    ways: detail.ways,
    about: about ? [about.index, about.basis].filter((line) => line !== '') : [],
    labels,
    verifiers,
    chosenVerifier,
    terms,
  };
}
