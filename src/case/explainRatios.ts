import type { Evidence, QuestionedDocument, Verification } from '../core/domain/evidence';
import type { RatioParts } from '../core/domain/ratio';
import { readChoices } from '../presentation/report/rerun';
import type { ReviewOptions } from '../protocol/engine';
import type { Answering, CaseAt, Choices } from './caseAt';

/** The options of a ratio, and the author that it is about. */
type AskedRatio = ReviewOptions & { readonly author: string };

/** Takes the ratio of one candidate of a search apart. The search is unchanged if a server took part, because a server stores no texts. */
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

/** Finds what moved the ratio of a candidate of a kept result. `parts` is undefined if it has no ratio, or if the index now gives another one. */
export async function* explainKept(
  at: CaseAt,
  { id, author, choices }: { readonly id: string; readonly author: string; readonly choices: Choices },
): Answering<{ readonly parts: RatioParts | undefined }> {
  const kept = yield* at.results.read(at, id);
  if (!kept) return { parts: undefined };
  const { target, evidence, document } = kept;
  const options = at.createOptions({ ...choices, ...readChoices(evidence.settings) }, document);
  const { candidates } = yield* explainCandidate(at, target, evidence, { ...options, author });
  return { parts: candidates.find((each) => each.author === author)?.verification?.parts };
}

/** Takes a ratio apart. The verification is unchanged if it has no ratio, or if the index now gives another one. */
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
