import type { Candidate, Evidence, KnownDocument, QuestionedDocument } from '../../core/domain';
import { inEnglish } from '../../presentation/say';
import {
  basisWords,
  caveatLines,
  populationWords,
  scoreWords,
  strengthWords,
  tierWords,
  verifierWords,
} from '../../presentation/words';
import { countWords } from '../../core/text/words';
import type { Session } from '../session';

/** Passages shown per candidate. */
const shownPassages = 3;

/** A review for people: candidates, then per verified candidate its strength of evidence and its passages. */
export async function evidenceLines(
  session: Session,
  questioned: QuestionedDocument,
  evidence: Evidence,
): Promise<readonly string[]> {
  const { candidates } = evidence;
  const verified = candidates.filter(({ verification }) => verification !== undefined).slice(0, 3);
  const details = await Promise.all(verified.map((candidate) => candidateLines(session, questioned, candidate)));
  return [
    `${questioned.id} · ${countWords(questioned.text)} words · ${questioned.mode}, ${questioned.genre}`,
    `  ${basisWords(evidence, inEnglish)}`,
    ...caveatLines(evidence, inEnglish).map((line) => `  ! ${line}`),
    '',
    'Candidates (scores order candidates only)',
    ...candidates
      .slice(0, 10)
      .map(
        ({ author, score, tier }, place) =>
          `  ${place + 1}  ${author}  ${scoreWords(score)} (${tierWords(tier, inEnglish)})`,
      ),
    ...details.flat(),
    ...namedHint(candidates),
  ];
}

/** A search says little of whom it found; an author whom the case itself names is another question. */
function namedHint(candidates: readonly Candidate[]): readonly string[] {
  const silent = candidates.some(({ verification }) => verification !== undefined && verification.llr === undefined);
  if (!silent) return [];
  return [
    '',
    'An author whom the case names apart from this search is verified by: idiograph verify FILE --author NAME',
  ];
}

async function candidateLines(
  session: Session,
  questioned: QuestionedDocument,
  { author, verification, pairs }: Candidate,
): Promise<readonly string[]> {
  const lines = ['', author];
  if (verification) {
    const about = { title: questioned.id, words: countWords(questioned.text) };
    const { statement, details } = strengthWords(verification, about, inEnglish);
    lines.push(`  ${statement}`, ...details.map((detail) => `  ${detail}`));
    lines.push(`  Verifier: ${verifierWords(verification, inEnglish)}`);
    lines.push(`  ${populationWords(verification.population, inEnglish)}`);
    lines.push(...caveatLines(verification, inEnglish).map((line) => `  ! ${line}`));
  }
  const best = [...pairs].sort((a, b) => b.similarity - a.similarity).slice(0, shownPassages);
  for (const pair of best) {
    const known = await session.ask('knownDocument', [session.index, pair.document]);
    lines.push(`  alike ${scoreWords(pair.similarity)}: "${inContext(questioned.text, pair.questioned)}"`);
    if (known) lines.push(`    ${known.title}: "${inContext(known.text, pair.known)}"`);
  }
  return lines;
}

/** Characters shown on either side of a passage. */
const context = 30;

/** A passage with some of the text around it, on one line. */
function inContext(text: KnownDocument['text'], { start, end }: { start: number; end: number }): string {
  const before = text.slice(Math.max(0, start - context), start);
  const after = text.slice(end, end + context);
  return `…${before}[${text.slice(start, end)}]${after}…`.replace(/\s+/g, ' ');
}
