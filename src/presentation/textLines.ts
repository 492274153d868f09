import type { Candidate, Evidence, KnownDocument, Passage, QuestionedDocument, TextRange } from '../core/domain';
import { countWords } from '../core/text/countWords';
import type { VerificationView } from '../protocol/panel';
import { caveatLines } from './words/caveats';
import { setApartWords, whyWords } from './words/passageWords';
import { verificationView } from './verificationView';
import { factsLine, scoreWords, tierWords } from './words/words';

/** Passages printed of the first candidate, and of each other one. */
const passagesOfFirst = 3;
const passagesOfOthers = 1;

/**
 * A review as lines for people: candidates, then per verified candidate its strength of evidence and its passages. What
 * is said alike of all of them is said once.
 */
export function evidenceLines(
  questioned: QuestionedDocument,
  evidence: Evidence,
  known: ReadonlyMap<string, KnownDocument>,
): readonly string[] {
  const words = countWords(questioned.text);
  const { candidates } = evidence;
  const shown = shownCandidates(evidence).map((candidate) => ({
    ...candidate,
    lines: verificationLines(verificationView(candidate.verification, { title: questioned.id, words })),
  }));
  const alike = sharedLines(shown.map(({ lines }) => lines));
  return [
    `${questioned.id} · ${factsLine(words, questioned)}`,
    ...caveatLines(evidence).map((line) => `  ! ${line}`),
    '',
    ...candidateLines(candidates.slice(0, 10)),
    ...(alike.length > 0 ? ['', 'Of each candidate below', ...alike.map((line) => `  ${line}`)] : []),
    ...shown.flatMap(({ author, lines, passages }, i) => [
      '',
      author,
      ...lines.filter((line) => !alike.includes(line)).map((line) => `  ${line}`),
      ...printed(passages.alike, i).flatMap((passage) =>
        passageLines(passage, questioned, known.get(passage.document)),
      ),
      ...otherPassages(passages).map((line) => `  ${line}`),
    ]),
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
  return shownCandidates(evidence).flatMap(({ passages }, i) => printed(passages.alike, i));
}

function printed(passages: readonly Passage[], place: number): readonly Passage[] {
  return passages.slice(0, place === 0 ? passagesOfFirst : passagesOfOthers);
}

/** The lines that stand in each of several lists. */
function sharedLines([first = [], ...others]: readonly (readonly string[])[]): readonly string[] {
  return others.length === 0 ? [] : first.filter((line) => others.every((lines) => lines.includes(line)));
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
