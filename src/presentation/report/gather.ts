import type { Candidate, Evidence, QuestionedDocument } from '../../core/domain';
import type { IndexedDocument } from '../../core/ports';
import type { PassagesView } from '../../protocol/panel';
import { type GetKnown, knownDocuments, passagesOf, type ReadAuthor, shownPassages } from '../passages';
import { passagesView } from '../passageView';
import type { ChosenCandidate, ReportText, SearchQuestion } from './reportFacts';

/** Where a report gets known texts from, and how their digests are made. */
export interface KnownSource {
  readonly documents: readonly IndexedDocument[];
  readonly get: GetKnown;
  /** Hex digest of the UTF-8 text. */
  readonly sha256: (text: string) => string;
}

/** The known texts of an index, or of one author of it, by author and title. */
export async function reportTexts(source: KnownSource, author?: string): Promise<readonly ReportText[]> {
  const wanted = source.documents.filter((each) => each.role === 'known' && (author ?? each.author) === each.author);
  const texts: ReportText[] = [];
  for (const { id, title, author: writer, words } of wanted) {
    const document = await source.get(id);
    if (document) texts.push({ title, author: writer, words, sha256: source.sha256(document.text) });
  }
  return texts;
}

/**
 * The search of a report, with the passages of the chosen candidates as the screen numbers them.
 *
 * @param author  of the candidate to report on
 */
export async function searchQuestion(
  evidence: Evidence,
  questioned: QuestionedDocument,
  source: KnownSource,
  author: string | undefined,
): Promise<SearchQuestion> {
  const { candidates } = evidence;
  const chosen = candidates.filter((candidate) => candidate.author === author);
  const known = source.documents.filter(({ role }) => role === 'known');
  return {
    kind: 'search',
    evidence,
    authors: new Set(known.map(({ author }) => author)).size,
    chosen: await Promise.all(chosen.map((candidate) => chosenCandidate(candidate, questioned, source))),
  };
}

async function chosenCandidate(
  candidate: Candidate,
  questioned: QuestionedDocument,
  { get }: KnownSource,
): Promise<ChosenCandidate> {
  return { candidate, ...(await reportPassages(candidate, questioned, get)) };
}

/** The passages of a candidate, or of a named author, as the screen numbers them: of each list the first eight. */
export async function reportPassages(
  author: ReadAuthor,
  questioned: Pick<QuestionedDocument, 'id' | 'text'>,
  get: GetKnown,
): Promise<PassagesView> {
  const { alike, against } = passagesOf(author);
  const read = [alike, against].flatMap((list) => list.slice(0, shownPassages));
  const known = await knownDocuments(read, get);
  const text = { title: questioned.id, text: questioned.text };
  return passagesView(author, text, (document) => known.get(document), shownPassages);
}
