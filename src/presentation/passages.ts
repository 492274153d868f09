import { joinPassages } from './joinPassages';
import type { Candidate, PatchPair, TextRange } from '../core/domain';
import type { Findings } from './findings';

/** A pair of passages alike, with its number in every surface (one-based) and its place in the editor's text. */
export interface NumberedPair {
  readonly number: number;
  readonly author: string;
  readonly pair: PatchPair;
  /** In the document's text, not the target's: a reviewed selection starts at an offset. */
  readonly questioned: TextRange;
}

/** The candidate that is read: the chosen one, or else the first. */
export function chosenCandidate(findings: Findings, author: string | undefined): Candidate | undefined {
  const { candidates } = findings.evidence;
  return candidates.find((candidate) => candidate.author === author) ?? candidates[0];
}

/** A candidate's passages as numbered in the panel and the editor. */
export function numberedPairs(findings: Findings, candidate: Candidate): readonly NumberedPair[] {
  const { offset } = findings.target;
  return joinPassages(candidate.pairs).map((pair, i) => ({
    number: i + 1,
    author: candidate.author,
    pair,
    questioned: { start: pair.questioned.start + offset, end: pair.questioned.end + offset },
  }));
}

/** The passages over an offset of the document: the candidate being read first, then the others in rank order. */
export function passagesAt(findings: Findings, author: string | undefined, offset: number): readonly NumberedPair[] {
  const chosen = chosenCandidate(findings, author);
  if (!chosen) return [];
  const others = findings.evidence.candidates.filter((candidate) => candidate !== chosen);
  return [chosen, ...others]
    .flatMap((candidate) => numberedPairs(findings, candidate).filter(({ questioned }) => covers(questioned, offset)))
    .slice(0, 4);
}

/** The title of a known document of the searched index. */
export function knownTitle(findings: Findings, document: string, fallback: string): string {
  return findings.index.documents.get(document)?.title ?? fallback;
}

function covers(range: TextRange, offset: number): boolean {
  return range.start <= offset && offset < range.end;
}
