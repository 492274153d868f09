import { LRUCache } from 'lru-cache';
import type { QuestionedDocument } from '../core/domain';
import { readCandidate, type RankingDependencies } from '../core/candidates';
import { createPassageFinder, type ReviewProgress } from '../core/engine';
import { type PassageFinder, addAuthor } from '../core/passages/findPassages';
import { ensureProfiles } from '../core/cohort/profiles';
import type { Steps, StopSignal } from '../core/work';
import type { AuthorPassages, NamedAuthor } from '../protocol/engine';

/** Finders of the reviews that came last; each holds the vectors of a text. */
const maxKept = 3;

/** What finds passages of the texts that were reviewed last, so that a candidate's are found when somebody reads them. */
export class PassageFinders {
  private readonly kept = new LRUCache<string, PassageFinder>({ max: maxKept });

  keep(key: string, finder: PassageFinder): void {
    this.kept.set(key, finder);
  }

  forget(): void {
    this.kept.clear();
  }

  /** The passages of an author of the index. A text that was not reviewed of late is searched again. Throws what a review does. */
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
    const about = { questioned, copies: finder.question.copies };
    return { index: contentHash, ...(yield* readCandidate(request, author, stop, { deps, asked: about })) };
  }
}

/** What a review's candidates depend on: copies of an index are read apart, since one may be damaged or gone. */
export function formatKey(
  file: string,
  index: string,
  { sha256, mode, byHand = [] }: QuestionedDocument,
  { candidates, excludeQuotes }: Pick<NamedAuthor, 'candidates' | 'excludeQuotes'>,
): string {
  return [file, index, sha256, mode, candidates, excludeQuotes, JSON.stringify(byHand)].join(' ');
}
