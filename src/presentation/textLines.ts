import type {
  AuthorMarkers,
  Candidate,
  CandidatePassages,
  Evidence,
  KnownDocument,
  Passage,
  QuestionedDocument,
  TextRange,
} from '../core/domain';
import { countWords } from '../core/text/countWords';
import { handsView, severalHandsWords } from './hands';
import { leadingLines, markersSay } from './markers';
import { caveatLines } from './words/caveats';
import { passagesOf, setApartWords, unreadView, whyWords } from './passages';
import { standingWords } from './pictures/candidatesStrip';
import { type VerificationView, verificationView } from './verificationView';
import { candidateName, factsLine, onOneLine, scoreWords, serverLine, tierWords } from './words/words';

/** Passages printed of the first candidate, or of a named author. */
const maxPrinted = 2;

/**
 * A review as lines for people, on one screen: candidates, the strength of evidence and passages of the first one, and what is
 * stated of the next two.
 *
 * @param said  grounds that were said of earlier texts of the same case, and are not said again; this text's are added
 */
export function evidenceLines(
  questioned: QuestionedDocument,
  evidence: Evidence,
  known: ReadonlyMap<string, KnownDocument>,
  said?: Set<string>,
): readonly string[] {
  const words = countWords(questioned.text);
  const title = said ? 'the questioned text' : questioned.id;
  const { candidates } = evidence;
  const [first, ...others] = shownCandidates(evidence).map((candidate) => ({
    ...candidate,
    view: verificationView(candidate.verification, title),
  }));
  const grounds = first?.view.grounds.filter((line) => !said?.has(line)) ?? [];
  for (const line of grounds) said?.add(line);
  const told = first ? verificationLines({ ...first.view, grounds }) : [];
  const standing = standingWords(candidates);
  return [
    `${questioned.id} · ${factsLine(words, questioned)}`,
    ...serverLine(evidence).map((line) => `  ${line}`),
    ...caveatLines(evidence).map((line) => `  ! ${line}`),
    ...handsLines(evidence, questioned.text),
    '',
    ...candidateLines(candidates.slice(0, 10)),
    ...(standing === '' ? [] : [standing]),
    ...(first
      ? [
          ...['', first.author],
          ...told.map((line) => `  ${line}`),
          ...markersLines(first),
          ...passagesLines(first, questioned, known),
        ]
      : []),
    ...others.flatMap(({ author, view }) => {
      const isSaid = (line: string): boolean => told.includes(line) && (view.abstained || line !== view.statement);
      const lines = verificationLines({ ...view, details: [], grounds: [] }).filter((line) => !isSaid(line));
      return lines.length > 0 ? ['', author, ...lines.map((line) => `  ${line}`)] : [];
    }),
  ];
}

/** That the hand seems to change, and the parts between. */
function handsLines(evidence: Evidence, text: string): readonly string[] {
  const several = severalHandsWords(evidence);
  const parts = handsView(evidence, text)?.parts ?? [];
  return several === undefined ? [] : [`  ! ${several}`, ...parts.map(({ says }) => `    ${says}`)];
}

/** The candidates in their order; how it came about is said once where it is one way for all. */
function candidateLines(candidates: readonly Candidate[]): readonly string[] {
  const [one, ...others] = new Set(candidates.map(({ tier }) => tier));
  const all = one !== undefined && others.length === 0 ? `, ${tierWords(one)}` : '';
  return [
    `Candidates${all} (scores order candidates only)`,
    ...candidates.map(({ score, tier, ...candidate }, i) =>
      [
        `  ${i + 1}  ${candidateName(candidate)}  ${scoreWords(score)}`,
        ...(all === '' ? [`(${tierWords(tier)})`] : []),
      ].join(' '),
    ),
  ];
}

/** A verification as lines for people. */
export function verificationLines(view: VerificationView): readonly string[] {
  const { statement, chance, details, grounds, caveats } = view;
  return [statement, ...(chance === '' ? [] : [chance]), ...details, ...grounds, ...caveats.map((line) => `! ${line}`)];
}

/** The passages that the lines show. */
export function printedPassagesOf(evidence: Evidence): readonly Passage[] {
  return shownCandidates(evidence).slice(0, 1).flatMap(printedPassages);
}

/** The first passages of an author. */
export function printedPassages(author: Pick<Candidate, 'passages'>): readonly Passage[] {
  return passagesOf(author).alike.slice(0, maxPrinted);
}

/** What markers say as a whole, and those that lead, each in a line; none for the author where chance would bring them as well. */
export function markersLines({
  author,
  markers,
}: Pick<Candidate, 'author'> & { readonly markers?: AuthorMarkers | undefined }): readonly string[] {
  if (!markers) return [];
  return [
    ...markersSay(author, markers).map((said) => `  ${said}`),
    ...leadingLines(author, markers).map((line) => `  ${line}`),
  ];
}

/** The first passages of an author as lines and how many others there are. */
export function passagesLines(
  author: Pick<Candidate, 'passages'>,
  questioned: QuestionedDocument,
  known: ReadonlyMap<string, KnownDocument>,
): readonly string[] {
  const found = passagesOf(author);
  return [
    ...printedPassages(author).flatMap((each) => passageLines(each, questioned, known.get(each.document))),
    ...otherPassages(found).map((line) => `  ${line}`),
    ...unreadLines(found, questioned),
  ];
}

/** The first three of the verified candidates. */
function shownCandidates({ candidates }: Evidence): readonly (Candidate & Required<Pick<Candidate, 'verification'>>)[] {
  const verified = candidates.flatMap(({ verification, ...rest }) => (verification ? [{ ...rest, verification }] : []));
  return verified.slice(0, 3);
}

function passageLines(
  passage: Passage,
  questioned: QuestionedDocument,
  known: KnownDocument | undefined,
): readonly string[] {
  return [
    `  ${whyWords(passage)}`,
    `    "${lineOf(questioned.text, passage.questioned)}"`,
    ...(known ? [`    ${known.title}: "${lineOf(known.text, passage.known)}"`] : []),
  ];
}

/** Places of texts that are not at hand, and why they cannot be read. */
function unreadLines(found: CandidatePassages, { text }: QuestionedDocument): readonly string[] {
  const unread = unreadView(found, text);
  return unread ? [`  ${unread.says}`, ...unread.places.slice(0, maxPrinted).map((line) => `    ${line}`)] : [];
}

/** How many passages there are against, and how many are set apart. */
function otherPassages({ against, ...apart }: CandidatePassages): readonly string[] {
  const count = against.length === 1 ? '1 passage' : `${against.length} passages`;
  const theirs = against.length > 0 ? [`${count} that other candidates’ texts have and this author’s have not`] : [];
  return [...theirs, setApartWords(apart)].filter((line) => line !== '');
}

function lineOf(text: string, { start, end }: TextRange): string {
  return onOneLine(text.slice(start, end));
}
