import { groupBy } from '../basics/numbers';
import { throwIfStopped, type WorkRun } from '../basics/work';
import { worksOf } from '../copies/copies';
import type { QuestionedDocument, QuestionFindings } from '../domain/evidence';
import type { OwnQuestionCounts } from '../domain/basis';
import type { ReviewedIndex } from '../ports';
import { judgedLengths, type QuestionedKind } from '../verification/condition';
import { listSides, sortByHash } from './indexPairs';
import { toQuestioned } from './validateIndex';
import { readDocuments } from '../text/readText';

/** At most this many texts are asked about, because the user waits. */
const mostTexts = 24;
/** An author needs this many texts: one is asked about, and the other shows how the author writes. */
const leastTexts = 2;

/** A known text that was asked about as if its author were unknown. */
export interface OwnTrial {
  readonly author: string;
  readonly title: string;
  /** The author who came first. */
  readonly first: string;
  /** log10 of the ratio of each author to the others. Empty if no ratio is stated. */
  readonly ratios: readonly { readonly author: string; readonly llr: number }[];
}

/** What the question of a case gives for its own known texts, each left out in turn. */
export interface OwnQuestion {
  /** The words of each text. */
  readonly words: number;
  readonly authors: readonly string[];
  readonly trials: readonly OwnTrial[];
  /** Authors with fewer than two texts of that length, of whom nothing can be asked. */
  readonly missing: readonly string[];
}

/**
 * Asks the question of a case about its own known texts: each work is left out and asked among the authors. Throws Cancelled.
 * @param kind   the questioned text, which gives length, mode and genre
 * @param among  the authors of the question
 * @param ask    answers the question about a text
 */
export async function askAboutKnown(
  index: Pick<ReviewedIndex, 'listDocuments' | 'readDocument'>,
  { kind, among }: { readonly kind: QuestionedKind; readonly among: readonly string[] },
  ask: (text: QuestionedDocument) => Promise<QuestionFindings | undefined>,
  { stop, progress }: WorkRun,
): Promise<OwnQuestion> {
  const listed = (await index.listDocuments()).filter(({ role, onServer, author }) => {
    return role === 'known' && !onServer && among.includes(author);
  });
  // The longest length for which most authors have two texts, and these texts, equally many of each author.
  const workOf = worksOf(listed);
  const byAuthor = [...groupBy(listed, ({ author }) => author).values()];
  const tried = judgedLengths.questioned
    .filter((length) => length <= kind.words)
    .toReversed()
    .map((words) => {
      const ofAuthors = byAuthor.map((own) => listSides(own, { kind, words, workOf }, Infinity));
      return { words, enough: ofAuthors.filter((sides) => sides.length >= leastTexts) };
    });
  const most = Math.max(1, ...tried.map(({ enough }) => enough.length));
  const best = tried.find(({ enough }) => enough.length === most);
  const { words, enough } = best ?? { words: kind.words, enough: [] };
  const authors = enough.map(([side]) => side!.authors[0]);
  const chosen = new Set(sortByHash(authors, '').slice(0, mostTexts));
  const ofEach = Math.max(1, Math.floor(mostTexts / among.length));
  const units = enough.flatMap((sides, i) => (chosen.has(authors[i]!) ? sides.slice(0, ofEach) : []));
  const missing = among.filter((author) => !authors.includes(author));
  const trials: OwnTrial[] = [];
  for (const [at, { authors: sides, questioned: documents }] of units.entries()) {
    throwIfStopped(stop);
    progress?.(at, units.length);
    const read = await readDocuments(index, documents);
    const texts = toQuestioned(read, { ...kind, words });
    const [first] = texts;
    const title = documents.map((each) => each.title).join(', ');
    const text = texts.map((each) => each.text).join('\n\n');
    const works = [...new Set(read.flatMap((each) => each.works ?? []))];
    const found = await ask({ ...first!, id: title, text, version: 0, sha256: '', ...(works.length > 0 && { works }) });
    if (!found) continue;
    const ratios = found.authors.flatMap((each) => (each.llr === undefined ? [] : [{ ...each, llr: each.llr }]));
    trials.push({ author: sides[0], title, first: found.authors[0]!.author, ratios });
  }
  progress?.(units.length, units.length);
  return { words, authors: among, trials, missing };
}

/** The counts that page, card and report print. */
export function countOwn({ words, authors, trials }: OwnQuestion): OwnQuestionCounts {
  const strong = trials.filter(({ ratios }) => ratios.some(({ llr }) => llr >= 1));
  return {
    ...{ words, authors, texts: trials.length },
    first: trials.filter(({ author, first }) => author === first).length,
    strong: strong.length,
    wrong: strong.filter(({ author, ratios }) => ratios.some((each) => each.llr >= 1 && each.author !== author)).length,
  };
}
