import type { Candidate, Evidence, KnownDocument, QuestionedDocument } from '../../core/domain';
import type { IndexedDocument } from '../../core/ports';
import type { PassageView } from '../../protocol/panel';
import { type NumberedPassage, numberedPassages, shownPassages } from '../passages';
import { passageView } from '../passageView';
import { setApartWords } from '../passageWords';
import { heatOf } from '../reviewPictures';
import { inEnglish } from '../words/say';
import type { ChosenCandidate, ReportText, SearchQuestion } from './reportFacts';

/** Where a report gets known texts from, and how their digests are made. */
export interface KnownSource {
  readonly documents: readonly IndexedDocument[];
  /** Undefined: the index no longer holds it. */
  readonly get: (id: string) => Promise<KnownDocument | undefined>;
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
  const { alike, against } = numberedPassages(candidate);
  const views = async (list: readonly NumberedPassage[]): Promise<readonly PassageView[]> => {
    const shown: PassageView[] = [];
    for (const numbered of list.slice(0, shownPassages)) {
      const document = await get(numbered.passage.document);
      if (document) shown.push(passageView(numbered, { title: questioned.id, text: questioned.text }, document));
    }
    return shown;
  };
  const found = {
    passages: await views(alike),
    against: await views(against),
    setApart: setApartWords(candidate.passages),
  };
  return { candidate, ...found, heat: heatOf(candidate, questioned.text.length, inEnglish) };
}
