import type { Evidence, QuestionedDocument, Verification } from '../core/domain';
import type { ReviewOptions } from '../protocol/engine';
import type { Answering, CaseAt } from './caseAt';

/** What a ratio was asked with, and of whom. */
type AskedRatio = ReviewOptions & { readonly author: string };

/** A search with the ratio of one candidate taken apart, as it is where a server searched, which stores no texts. */
export async function* explainCandidate(
  at: CaseAt,
  questioned: QuestionedDocument,
  evidence: Evidence,
  asked: AskedRatio,
): Answering<Evidence> {
  const stated = evidence.candidates.find(({ author }) => author === asked.author)?.verification;
  if (!stated || evidence.server?.searched) return evidence;
  const verification = yield* explainRatio(at, questioned, stated, asked);
  const candidates = evidence.candidates.map((each) =>
    each.author === asked.author ? { ...each, verification } : each,
  );
  return { ...evidence, candidates };
}

/** The same with its ratio taken apart; as it is where it has none, or where the index gives another one by now. */
export async function* explainRatio<Stated extends Verification>(
  at: CaseAt,
  questioned: QuestionedDocument,
  stated: Stated,
  asked: AskedRatio,
): Answering<Stated> {
  if (stated.llr === undefined) return stated;
  const { parts, llr } = yield* at.ask('verifyAuthor', at.index, questioned, { ...asked, isExplained: true });
  return parts && llr === stated.llr ? { ...stated, parts } : stated;
}
