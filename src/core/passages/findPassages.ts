import type { LinearScorer } from '../classical/ngrams';
import type { FeatureRow } from '../classical/featureRow';
import type { CandidatePassages, KnownDocument, Mode, Passage } from '../domain';
import type { EncodedSpan, Progress, ReferenceIndex, StopSignal, StoredSpan, TextProfile } from '../ports';
import type { CohortDocument, Cohort } from '../cohort/cohort';
import type { MatchKernel } from '../scoring/kernels';
import type { SearchedSpan } from '../search';
import { throwIfStopped } from '../stop';
import { passagesAgainst } from './against';
import { Answers } from './answers';
import { AuthorRows } from './authorRows';
import {
  type FoundPassage,
  type FoundPassages,
  type KnownAuthor,
  passagesOf,
  type Questioned,
} from './candidatePassages';
import { OccurrenceGains, questionedFeatures } from './gains';
import type { KnownSpan } from './places';
import { readQuestioned, readText } from './questionedText';
import { spansToRead } from './spansToRead';
import { Surprise } from './words/surprise';

/** The questioned text and all that its review knows when passages are sought. */
export interface PassageQuestion {
  readonly text: string;
  readonly mode: Mode;
  /** Language of the text; known texts in another one answer nothing. */
  readonly language: string;
  readonly searched: readonly SearchedSpan[];
  readonly profile: TextProfile;
  /** Of every document that was reached. */
  readonly profiles: ReadonlyMap<string, TextProfile>;
  readonly cohort: Cohort;
  /** Ids of copies of the questioned text. */
  readonly copies: readonly string[];
}

/** What passages are found with. */
export interface PassageDependencies {
  readonly index: Pick<ReferenceIndex, 'read' | 'document'>;
  readonly method: LinearScorer;
  readonly kernel: MatchKernel;
  readonly languageOf: (document: KnownDocument) => string;
}

/** How the work is stopped and followed. */
export interface PassageRun {
  readonly stop: StopSignal;
  /** In questioned spans. */
  readonly progress: Progress;
}

/** Known spans of a candidate in which places are sought: those that answered patches, and others that the search listed. */
const mostKnownSpans = 8;
/** Spans kept while an author's are read: neighbouring questioned spans are answered by many of the same. */
const keptSpans = 256;
/** Other candidates, the first of them, whose passages are looked at for those against. */
const mostRivals = 2;

/** Characters by which a language is told. */
const toldCharacters = 2000;

/** The questioned text as it was read for all candidates. */
interface Asked extends Omit<Questioned, 'stop'> {
  readonly gains: OccurrenceGains;
  /** Of each candidate's texts that answer. */
  readonly authorRows: AuthorRows;
}

/**
 * Finds the passages of the candidates of one review, each when it is asked about, and keeps what it found. A text of more than 48
 * spans is read where the candidates answer it better than others do, so that time and memory are bounded.
 */
export class PassageFinder {
  readonly question: PassageQuestion;
  private readonly spans: readonly SearchedSpan[];
  private asked: Asked | undefined;
  private readonly found = new Map<string, FoundPassages>();

  /** @param authors  the candidates, best first */
  constructor(
    private readonly deps: PassageDependencies,
    question: PassageQuestion,
    readonly authors: readonly string[],
  ) {
    this.spans = spansToRead(question.searched, authors);
    this.question = { ...question, searched: this.spans }; // the others are let go
  }

  /** The same for another question, or other candidates. */
  withQuestion(question: PassageQuestion, authors: readonly string[]): PassageFinder {
    return new PassageFinder(this.deps, question, authors);
  }

  /** The passages of one of the candidates. Throws Cancelled. */
  async of(author: string, run: PassageRun): Promise<CandidatePassages> {
    const asked = (this.asked ??= await this.ask(run));
    const { alike, shared, subject } = await this.find(asked, author, run);
    const rivals = [];
    for (const rival of this.authors.filter((other) => other !== author).slice(0, mostRivals))
      rivals.push({ ...this.placed(rival), found: await this.find(asked, rival, run) });
    const passages = (list: readonly FoundPassage[]): readonly Passage[] => list.map(({ passage }) => passage);
    return {
      ...{ alike: passages(alike), against: passagesAgainst(asked, this.placed(author), rivals) },
      ...{ shared: passages(shared), subject: passages(subject) },
    };
  }

  private placed(author: string): { readonly author: string; readonly place: number } {
    return { author, place: this.authors.indexOf(author) };
  }

  private async find(asked: Asked, author: string, { stop }: PassageRun): Promise<FoundPassages> {
    const before = this.found.get(author);
    if (before) return before;
    throwIfStopped(stop);
    const known = await this.knownAuthor(asked, author);
    const found = passagesOf(
      { ...asked, stop },
      { known, place: this.authors.indexOf(author), rows: asked.authorRows },
    );
    this.found.set(author, found);
    return found;
  }

  /** Asks the candidates' texts, and those of others, about every patch that is read. */
  private async ask({ stop, progress }: PassageRun): Promise<Asked> {
    const { spans, authors, deps, question } = this;
    const { method, kernel } = deps;
    const encoded = spans.map(({ span }) => span);
    const text = readQuestioned(question.text, encoded, method);
    const answers = new Answers(text.patchRanges.length / 2);
    const source = { read: keeping(deps.index), kernel, stop };
    let firstPatch = 0;
    for (const [done, { span, scored }] of spans.entries()) {
      progress(done, spans.length);
      await answers.add({ span, scored, firstPatch }, new Set(authors), source);
      firstPatch += span.patches.ranges.length / 2;
    }
    const features = questionedFeatures(text, question.profile.features);
    const { mode, language, cohort } = question;
    return {
      ...{ text, features, mode, cohort, method, kernel, answers, ...allRows(encoded) },
      surprise: new Surprise(text.tokens, (word) => method.documentShare(word)),
      english: language === 'en',
      gains: new OccurrenceGains(features, method),
      authorRows: new AuthorRows(
        authors.map((author) => this.rowsOf(this.knownSpans(answers, author))),
        stop,
      ),
    };
  }

  /** The spans of an author in which places are sought, and their documents. */
  private knownSpans(answers: Answers, author: string): readonly SpanPlace[] {
    const listed = this.spans.flatMap(({ scored }) => scored.filter((span) => span.author === author));
    const documents = new Map(listed.map(({ id, document }) => [id, document]));
    const ids = [...new Set([...answers.spansOf(author).keys(), ...documents.keys()])].slice(0, mostKnownSpans);
    return ids.map((id) => ({ id, document: documents.get(id)! }));
  }

  private rowsOf(spans: readonly SpanPlace[]): readonly FeatureRow[] {
    const documents = [...new Set(spans.map(({ document }) => document))];
    return documents.flatMap((id) => this.question.profiles.get(id)?.features ?? []);
  }

  private async knownAuthor({ text, answers, gains }: Asked, author: string): Promise<KnownAuthor> {
    const { index, languageOf } = this.deps;
    const { profile, cohort, mode, language, copies } = this.question;
    const places = this.knownSpans(answers, author);
    const stored = await index.read(places.map(({ id }) => id));
    const spans: KnownSpan[] = [];
    const texts = new Map<string, KnownDocument | undefined>();
    for (const span of stored) {
      if (!texts.has(span.document)) texts.set(span.document, await index.document(span.document));
      const document = texts.get(span.document);
      if (!document || languageOf(partOf(document, span)) !== language) continue;
      const known = readText(document.text, [span]);
      spans.push({
        ...{ stored: span, text: known, runs: text.wording.sharedWith(known.tokens) },
        answers: answers.spansOf(author).get(span.id) ?? [],
      });
    }
    const isOwn = (other: CohortDocument): boolean => other.author === author || copies.includes(other.id);
    const others = cohort.nearestRows(profile.features, mode, isOwn);
    return { author, spans, gains: gains.of(this.rowsOf(places), others) };
  }
}

interface SpanPlace {
  readonly id: number;
  readonly document: string;
}

/** Reads spans of an index, and keeps the last ones. */
function keeping(index: PassageDependencies['index']): ReferenceIndex['read'] {
  const kept = new Map<number, StoredSpan>();
  return async (ids) => {
    if (kept.size + ids.length > keptSpans) kept.clear();
    const wanted = ids.filter((id) => !kept.has(id));
    for (const span of await index.read(wanted)) kept.set(span.id, span);
    return ids.map((id) => kept.get(id)!);
  };
}

/** The rows of all patches of some spans, one after the other. */
function allRows(spans: readonly EncodedSpan[]): Pick<Questioned, 'dim' | 'rows'> {
  const rows = new Float32Array(spans.reduce((sum, { patches }) => sum + patches.values.length, 0));
  let at = 0;
  for (const { patches } of spans) {
    rows.set(patches.values, at);
    at += patches.values.length;
  }
  return { dim: spans[0]?.patches.dim ?? 0, rows };
}

/** Enough of a span to tell its language. */
function partOf(document: KnownDocument, { span }: StoredSpan): KnownDocument {
  const { start, end } = span.range;
  return { ...document, text: document.text.slice(start, Math.min(end, start + toldCharacters)) };
}
