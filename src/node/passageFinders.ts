import { LRUCache } from 'lru-cache';
import type { QuestionedDocument } from '../core/domain/evidence';
import { readCandidate, type RankingDependencies } from '../core/review/candidates';
import { createPassageFinder, type ReviewProgress } from '../core/review/engine';
import { type PassageFinder, addAuthor } from '../core/passages/findPassages';
import { readAmong } from '../core/verification/question';
import { ensureProfiles } from '../core/cohort/profiles';
import type { Steps, StopSignal } from '../core/basics/work';
import type { AuthorPassages, NamedAuthor } from '../protocol/engine';

/** The finders of at most this many reviews are cached, the last ones. Each has the vectors of a text. */
const maxKept = 3;

/** Finds passages for the texts that were reviewed last, when somebody opens a candidate. */
export class PassageFinders {
  private readonly kept = new LRUCache<string, PassageFinder>({ max: maxKept });

  keep(key: string, finder: PassageFinder): void {
    this.kept.set(key, finder);
  }

  forget(): void {
    this.kept.clear();
  }

  /** The passages of an author of the index. If the text was not reviewed recently, it is searched again. Throws the errors of a review. */
  async *find(
    { file, ...deps }: RankingDependencies & { readonly file: string },
    questioned: QuestionedDocument,
    options: NamedAuthor,
    stop: StopSignal,
  ): Steps<ReviewProgress, AuthorPassages> {
    const { index, profiler } = deps;
    const { author } = options;
    const { contentHash } = index.readInfo();
    const key = formatKey(file, contentHash, questioned, options);
    const finder = this.kept.get(key) ?? (yield* createPassageFinder(deps, questioned, options, stop));
    this.keep(key, finder);
    const readProfiles = (documents: readonly string[]): ReturnType<typeof ensureProfiles> =>
      ensureProfiles(index, profiler, documents, { stop });
    const source = { index, listed: await index.listDocuments(), profilesOf: readProfiles };
    const request = await addAuthor(finder, author, source, stop);
    const among = readAmong(options.question, source.listed);
    const about = { questioned, copies: finder.question.copies, among };
    return { index: contentHash, ...(yield* readCandidate(request, author, stop, { deps, asked: about })) };
  }
}

/**
 * A key for everything that a review's candidates depend on. Copies of an index have different keys, because one may be damaged or missing.
 */
export function formatKey(
  file: string,
  index: string,
  { sha256, mode, byHand = [] }: QuestionedDocument,
  { candidates, excludeQuotes, question }: Pick<NamedAuthor, 'candidates' | 'excludeQuotes' | 'question'>,
): string {
  return [file, index, sha256, mode, candidates, excludeQuotes, JSON.stringify([byHand, question])].join(' ');
}
