import type { Candidate, Evidence, KnownDocument, Passage, QuestionedDocument, TextRange } from '../core/domain';
import { countWords } from '../core/text/countWords';
import type { VerificationView } from '../protocol/panel';
import { caveatLines } from './words/caveats';
import { setApartWords, whyWords } from './passageWords';
import { verificationView } from './verificationView';
import { basisWords, factsLine, scoreWords, tierWords } from './words/words';

/** Passages printed of each candidate. */
const printedPassages = 3;

/** A review as lines for people: candidates, then per verified candidate its strength of evidence and its passages. */
export function evidenceLines(
  questioned: QuestionedDocument,
  evidence: Evidence,
  known: ReadonlyMap<string, KnownDocument>,
): readonly string[] {
  const words = countWords(questioned.text);
  const { candidates } = evidence;
  return [
    `${questioned.id} · ${factsLine(words, questioned)}`,
    `  ${basisWords(evidence)}`,
    ...caveatLines(evidence).map((line) => `  ! ${line}`),
    '',
    'Candidates (scores order candidates only)',
    ...candidates
      .slice(0, 10)
      .map(({ author, score, tier }, place) => `  ${place + 1}  ${author}  ${scoreWords(score)} (${tierWords(tier)})`),
    ...shownCandidates(evidence).flatMap(({ author, verification, passages }) => [
      '',
      author,
      ...verificationLines(verificationView(verification, { title: questioned.id, words })).map((line) => `  ${line}`),
      ...passages.alike
        .slice(0, printedPassages)
        .flatMap((passage) => passageLines(passage, questioned, known.get(passage.document))),
      ...otherPassages(passages).map((line) => `  ${line}`),
    ]),
  ];
}

/** A verification as lines for people. */
export function verificationLines(view: VerificationView): readonly string[] {
  const { statement, chance, details, grounds, caveats } = view;
  return [statement, ...(chance === '' ? [] : [chance]), ...details, ...grounds, ...caveats.map((line) => `! ${line}`)];
}

/** The passages that the lines show. */
export function printedPassagesOf(evidence: Evidence): readonly Passage[] {
  return shownCandidates(evidence).flatMap(({ passages }) => passages.alike.slice(0, printedPassages));
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
  const better = against.length > 0 ? [`${against.length} passages that other candidates answer better`] : [];
  return [...better, setApartWords(apart)].filter((line) => line !== '');
}

function onOneLine(text: string, { start, end }: TextRange): string {
  return text.slice(start, end).replace(/\s+/g, ' ');
}
