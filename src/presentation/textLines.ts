import type { Candidate, Evidence, KnownDocument, Passage, QuestionedDocument, TextRange } from '../core/domain';
import { countWords } from '../core/text/countWords';
import type { VerificationView } from '../protocol/panel';
import { caveatLines } from './words/caveats';
import { setApartWords, whyWords } from './words/passageWords';
import { verificationView } from './verificationView';
import { factsLine, scoreWords, tierWords } from './words/words';

/** Passages printed of the first candidate. */
const printedPassages = 2;

/**
 * A review as lines for people, on one screen: candidates, the strength of evidence and passages of the first one, and what is
 * stated of the next two.
 */
export function evidenceLines(
  questioned: QuestionedDocument,
  evidence: Evidence,
  known: ReadonlyMap<string, KnownDocument>,
): readonly string[] {
  const words = countWords(questioned.text);
  const { candidates } = evidence;
  const [first, ...others] = shownCandidates(evidence).map((candidate) => ({
    ...candidate,
    view: verificationView(candidate.verification, { title: questioned.id, words }),
  }));
  const told = first ? verificationLines(first.view) : [];
  return [
    `${questioned.id} · ${factsLine(words, questioned)}`,
    ...caveatLines(evidence).map((line) => `  ! ${line}`),
    '',
    ...candidateLines(candidates.slice(0, 10)),
    ...(first
      ? [
          ...['', first.author],
          ...told.map((line) => `  ${line}`),
          ...printed(first).flatMap((passage) => passageLines(passage, questioned, known.get(passage.document))),
          ...otherPassages(first.passages).map((line) => `  ${line}`),
        ]
      : []),
    ...others.flatMap(({ author, view }) => {
      const isSaid = (line: string): boolean => told.includes(line) && (view.abstained || line !== view.statement);
      const lines = verificationLines({ ...view, details: [], grounds: [] }).filter((line) => !isSaid(line));
      return lines.length > 0 ? ['', author, ...lines.map((line) => `  ${line}`)] : [];
    }),
  ];
}

/** The candidates in their order; how it came about is said once where it is one way for all. */
function candidateLines(candidates: readonly Candidate[]): readonly string[] {
  const [one, ...others] = new Set(candidates.map(({ tier }) => tier));
  const all = one !== undefined && others.length === 0 ? `, ${tierWords(one)}` : '';
  return [
    `Candidates${all} (scores order candidates only)`,
    ...candidates.map(({ author, score, tier }, i) =>
      [`  ${i + 1}  ${author}  ${scoreWords(score)}`, ...(all === '' ? [`(${tierWords(tier)})`] : [])].join(' '),
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
  return shownCandidates(evidence).slice(0, 1).flatMap(printed);
}

function printed({ passages }: Pick<Candidate, 'passages'>): readonly Passage[] {
  return passages.alike.slice(0, printedPassages);
}

/** The first three of the verified candidates. */
function shownCandidates({ candidates }: Evidence): readonly Required<Candidate>[] {
  const verified = candidates.filter(
    (candidate): candidate is Required<Candidate> => candidate.verification !== undefined,
  );
  return verified.slice(0, 3);
}

function passageLines(
  passage: Passage,
  questioned: QuestionedDocument,
  known: KnownDocument | undefined,
): readonly string[] {
  return [
    `  ${whyWords(passage)}`,
    `    "${onOneLine(questioned.text, passage.questioned)}"`,
    ...(known ? [`    ${known.title}: "${onOneLine(known.text, passage.known)}"`] : []),
  ];
}

/** How many passages there are against, and how many are set apart. */
function otherPassages({ against, ...apart }: Candidate['passages']): readonly string[] {
  const count = against.length === 1 ? '1 passage' : `${against.length} passages`;
  const better = against.length > 0 ? [`${count} that other candidates answer better`] : [];
  return [...better, setApartWords(apart)].filter((line) => line !== '');
}

function onOneLine(text: string, { start, end }: TextRange): string {
  return text.slice(start, end).replace(/\s+/g, ' ');
}
