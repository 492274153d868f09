import type { Candidate, Evidence, KnownDocument, PatchPair, QuestionedDocument, TextRange } from '../core/domain';
import { countWords } from '../core/text/countWords';
import type { VerificationView } from '../protocol/panel';
import { caveatLines } from './words/caveats';
import { verificationView } from './verificationView';
import { basisWords, factsLine, scoreWords, tierWords } from './words/words';

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
    ...shownCandidates(evidence).flatMap(({ author, verification, pairs }) => [
      '',
      author,
      ...verificationLines(verificationView(verification, { title: questioned.id, words })).map((line) => `  ${line}`),
      ...bestPairs(pairs).flatMap((pair) => pairLines(pair, questioned, known.get(pair.document))),
    ]),
  ];
}

/** A verification as lines for people. */
export function verificationLines(view: VerificationView): readonly string[] {
  const { statement, chance, details, grounds, caveats } = view;
  return [statement, ...(chance === '' ? [] : [chance]), ...details, ...grounds, ...caveats.map((line) => `! ${line}`)];
}

/** The passages that the lines show. */
export function shownPairs(evidence: Evidence): readonly PatchPair[] {
  return shownCandidates(evidence).flatMap(({ pairs }) => bestPairs(pairs));
}

/** The first three of the verified candidates. */
function shownCandidates({ candidates }: Evidence): readonly Required<Candidate>[] {
  const verified = candidates.filter(
    (candidate): candidate is Required<Candidate> => candidate.verification !== undefined,
  );
  return verified.slice(0, 3);
}

/** The three passages most alike. */
function bestPairs(pairs: readonly PatchPair[]): readonly PatchPair[] {
  return [...pairs].sort((a, b) => b.similarity - a.similarity).slice(0, 3);
}

function pairLines(
  pair: PatchPair,
  questioned: QuestionedDocument,
  known: KnownDocument | undefined,
): readonly string[] {
  return [
    `  alike ${scoreWords(pair.similarity)}: "${inContext(questioned.text, pair.questioned)}"`,
    ...(known ? [`    ${known.title}: "${inContext(known.text, pair.known)}"`] : []),
  ];
}

/** Characters shown on either side of a passage. */
const context = 30;

/** A passage with some of the text around it, on one line. */
function inContext(text: string, { start, end }: TextRange): string {
  const before = text.slice(Math.max(0, start - context), start);
  const after = text.slice(end, end + context);
  return `…${before}[${text.slice(start, end)}]${after}…`.replace(/\s+/g, ' ');
}
