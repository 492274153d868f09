import type { IndexedDocument, ReferenceIndex, ScoredSpan, StopSignal, TextProfile } from '../ports';
import type { SearchedSpan } from '../search';
import type { PassageFinder } from './findPassages';

/** Spans of an author that are compared with each questioned one. */
const mostSpans = 128;

/** What an author's texts are read with; missing profiles are made. */
export interface NamedAuthorSource {
  readonly index: Pick<ReferenceIndex, 'spansOf' | 'rerank'>;
  readonly listed: readonly IndexedDocument[];
  readonly profilesOf: (documents: readonly string[]) => Promise<ReadonlyMap<string, TextProfile>>;
}

/**
 * A finder that can be asked about an author whom the search did not bring up: the author takes the first place among the candidates,
 * and of the author's texts the spans are added that are most like each questioned one. Throws Cancelled.
 */
export async function withAuthor(
  finder: PassageFinder,
  author: string,
  { index, listed, profilesOf }: NamedAuthorSource,
  stop: StopSignal,
): Promise<PassageFinder> {
  if (finder.authors.includes(author)) return finder;
  const { question, authors } = finder;
  const isOwn = (each: IndexedDocument): boolean =>
    each.role === 'known' && each.author === author && !question.copies.includes(each.id);
  const documents = listed.filter(isOwn).map(({ id }) => id);
  const spans = await spansOf(index, author, documents);
  const searched: SearchedSpan[] = [];
  for (const { span, scored } of question.searched) {
    const own = await index.rerank(span, spans, stop);
    searched.push({ span, scored: [...own, ...scored.filter((other) => other.author !== author)] });
  }
  const profiles = new Map([...question.profiles, ...(await profilesOf(documents))]);
  return finder.withQuestion({ ...question, searched, profiles }, [
    author,
    ...authors.slice(0, Math.max(1, authors.length - 1)),
  ]);
}

/** The spans of some documents, or as many at even distances. */
async function spansOf(
  index: NamedAuthorSource['index'],
  author: string,
  documents: readonly string[],
): Promise<readonly ScoredSpan[]> {
  const all: ScoredSpan[] = [];
  for (const document of documents)
    for (const id of await index.spansOf(document)) all.push({ id, document, author, score: 0, tier: 'sign' });
  const step = Math.max(1, all.length / mostSpans);
  return Array.from({ length: Math.min(all.length, mostSpans) }, (_, i) => all[Math.floor(i * step)]!);
}
