import type { CandidatePassages, KnownDocument, QuestionedDocument } from '../domain';
import { PassageFinder, type PassageDependencies, type PassageRun } from '../passages/findPassages';
import { spansToRead } from '../passages/similarities';
import type { EncodedSpan, ScoredSpan, StoredSpan } from '../ports';
import type { Profiler } from '../cohort/profiles';
import { Cohort } from '../cohort/cohort';
import { textDocumentVector } from '../scoring/patches';

/** A text with all of its spans; of a long one without their patches, which are made again for those that are read. */
export interface EncodedDocument<D> {
  readonly source: D;
  readonly spans: readonly EncodedSpan[];
  /** The span with its patches. */
  readonly patched: (span: EncodedSpan) => Promise<EncodedSpan>;
}

/** Spans of the other text that are compared with each span, as a search lists those of an author. */
const comparedSpans = 32;

/**
 * The passages of a text that another one answers, found as a review finds those of a candidate: the other text is all that the author
 * has written, no other author is asked, and the reference population says what is common. Throws Cancelled.
 */
export async function passagesBetween(
  deps: Omit<PassageDependencies, 'index' | 'method'> & { readonly profiler: Profiler },
  questioned: EncodedDocument<QuestionedDocument>,
  known: EncodedDocument<KnownDocument>,
  run: PassageRun,
): Promise<CandidatePassages> {
  const { profiler, ...others } = deps;
  const { text, mode } = questioned.source;
  const { id, author } = known.source;
  const stored = known.spans.map((span, i): StoredSpan => ({ ...span, id: i, document: id, author }));
  const index = {
    read: (ids: readonly number[]) =>
      Promise.all(ids.map(async (each) => ({ ...stored[each]!, ...(await known.patched(stored[each]!)), id: each }))),
    document: () => Promise.resolve(known.source),
    documents: () => Promise.resolve([]),
  };
  const profileOf = (of: EncodedDocument<QuestionedDocument | KnownDocument>) =>
    profiler.profile(of.source, textDocumentVector(of.spans));
  const answered = questioned.spans.map((span) => ({ span, scored: mostAlike(span, stored) }));
  const searched = [];
  for (const { span, scored } of spansToRead(answered, [author]))
    searched.push({ span: await questioned.patched(span), scored });
  const finder = new PassageFinder(
    { ...others, index, method: profiler.method },
    {
      ...{ text, mode, searched, language: deps.languageOf(known.source), copies: [] },
      profile: profileOf(questioned),
      profiles: new Map([[id, profileOf(known)]]),
      cohort: new Cohort([], () => profiler.members()),
    },
    [author],
  );
  return finder.of(author, run);
}

/** By their document vectors, the most alike first. */
function mostAlike({ documentVector }: EncodedSpan, stored: readonly StoredSpan[]): readonly ScoredSpan[] {
  return stored
    .map(({ id, document, author, documentVector: other }): ScoredSpan => {
      const score = documentVector.reduce((sum, value, i) => sum + value * other[i]!, 0);
      return { id, document, author, score, tier: 'sign' };
    })
    .sort((a, b) => b.score - a.score || a.id - b.id)
    .slice(0, comparedSpans);
}
