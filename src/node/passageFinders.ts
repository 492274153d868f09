import type { QuestionedDocument } from '../core/domain';
import { passageFinder, type RankingDependencies, type ReviewRun } from '../core/engine';
import { withAuthor } from '../core/passages/namedAuthor';
import type { PassageFinder } from '../core/passages/findPassages';
import { ensureProfiles } from '../core/cohort/profiles';
import type { AuthorPassages, NamedAuthor } from '../protocol/engine';
import { LruCache } from './lruCache';

/** Finders of the reviews that came last; each holds the vectors of a text. */
const mostKept = 3;

/** What finds passages of the texts that were reviewed last, so that a candidate's are found when somebody reads them. */
export class PassageFinders {
  private readonly kept = new LruCache<string, PassageFinder>(mostKept);

  keep(key: string, finder: PassageFinder): void {
    this.kept.set(key, finder);
  }

  /** The passages of an author of the index. A text that was not reviewed of late is searched again. Throws what a review does. */
  async of(
    deps: RankingDependencies,
    questioned: QuestionedDocument,
    options: NamedAuthor,
    run: ReviewRun,
  ): Promise<AuthorPassages> {
    const { index, profiler } = deps;
    const { contentHash } = index.info();
    const key = finderKey(contentHash, questioned, options);
    const finder = this.kept.get(key) ?? (await passageFinder(deps, questioned, options, run));
    this.keep(key, finder);
    const followed = {
      stop: run.stop,
      progress: (done: number, total: number): void => run.onProgress({ stage: 'passages', done, total }),
    };
    const profilesOf = (documents: readonly string[]): ReturnType<typeof ensureProfiles> =>
      ensureProfiles(index, profiler, documents, { stop: run.stop });
    const source = { index, listed: await index.documents(), profilesOf };
    const asked = await withAuthor(finder, options.author, source, followed);
    return { index: contentHash, passages: await asked.of(options.author, followed) };
  }
}

/** What a review's candidates depend on. */
export function finderKey(
  index: string,
  { sha256, mode }: QuestionedDocument,
  { candidates, excludeQuotes }: Pick<NamedAuthor, 'candidates' | 'excludeQuotes'>,
): string {
  return [index, sha256, mode, candidates, excludeQuotes].join(' ');
}
