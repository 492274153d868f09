import type { Candidate, CandidatePassages, KnownDocument, Passage, TextRange } from '../core/domain';
import type { Findings } from './findings';

/** A passage with its number in every surface (one-based) and its place in the editor's text. */
export interface NumberedPassage {
  readonly number: number;
  /** The candidate whose passages are read; the passage's own author may be another one. */
  readonly author: string;
  readonly passage: Passage;
  /** In the document's text, not the target's: a reviewed selection starts at an offset. */
  readonly questioned: TextRange;
}

/** A candidate's passages as numbered in the panel, the editor and the report: alike, against, and set apart. */
export interface NumberedPassages {
  readonly alike: readonly NumberedPassage[];
  readonly against: readonly NumberedPassage[];
  readonly shared: readonly NumberedPassage[];
  readonly subject: readonly NumberedPassage[];
}

/** Passages of a list that are shown at first; the rest is shown on demand. */
export const shownPassages = 8;

/** The candidate that is read: the chosen one, or else the first. */
export function chosenCandidate(findings: Findings, author: string | undefined): Candidate | undefined {
  const { candidates } = findings.evidence;
  return candidates.find((candidate) => candidate.author === author) ?? candidates[0];
}

/** An author with passages, if they were looked for. */
export type ReadAuthor = Pick<Candidate, 'author' | 'passages'>;

export const noPassages: CandidatePassages = {
  alike: [],
  against: [],
  shared: [],
  subject: [],
};

/** An author's passages; none before they were looked for. */
export function passagesOf({
  passages = noPassages,
}: {
  readonly passages?: CandidatePassages | undefined;
}): CandidatePassages {
  return passages;
}

/** The findings with one more candidate's passages; a review's result is never changed in place. */
export function withPassages(findings: Findings, author: string, passages: CandidatePassages): Findings {
  const { evidence } = findings;
  const candidates = evidence.candidates.map((each) => (each.author === author ? { ...each, passages } : each));
  return { ...findings, evidence: { ...evidence, candidates } };
}

/** A candidate's passages with their numbers, which go on from list to list. */
export function numberedPassages(candidate: ReadAuthor, offset = 0): NumberedPassages {
  const { alike, against, shared, subject } = passagesOf(candidate);
  let last = 0;
  const numbered = (list: readonly Passage[]): readonly NumberedPassage[] =>
    list.map((passage) => ({
      number: ++last,
      author: candidate.author,
      passage,
      questioned: { start: passage.questioned.start + offset, end: passage.questioned.end + offset },
    }));
  return {
    alike: numbered(alike),
    against: numbered(against),
    shared: numbered(shared),
    subject: numbered(subject),
  };
}

/** The passages that are read one after another and marked in the editor: those that speak for the candidate, the first eight. */
export function markedPassages({ target }: Findings, candidate: Candidate): readonly NumberedPassage[] {
  return numberedPassages(candidate, target.offset).alike.slice(0, shownPassages);
}

/** Any passage of a candidate by its number. */
export function passageNumbered(
  { target }: Findings,
  candidate: Candidate,
  number: number,
): NumberedPassage | undefined {
  const { alike, against, shared, subject } = numberedPassages(candidate, target.offset);
  return [...alike, ...against, ...shared, ...subject][number - 1];
}

/** The passages over an offset of the document: the candidate being read first, then the others in rank order. */
export function passagesAt(findings: Findings, author: string | undefined, offset: number): readonly NumberedPassage[] {
  const chosen = chosenCandidate(findings, author);
  if (!chosen) return [];
  const others = findings.evidence.candidates.filter((candidate) => candidate !== chosen);
  return [chosen, ...others]
    .flatMap((candidate) => markedPassages(findings, candidate).filter(({ questioned }) => covers(questioned, offset)))
    .slice(0, 4);
}

/** All passages of a candidate. */
export function allPassages(candidate: { readonly passages?: CandidatePassages | undefined }): readonly Passage[] {
  const { alike, against, shared, subject } = passagesOf(candidate);
  return [...alike, ...against, ...shared, ...subject];
}

/** The title of a known document of the searched index. */
export function knownTitle(findings: Findings, document: string, fallback: string): string {
  return findings.index.documents.get(document)?.title ?? fallback;
}

function covers(range: TextRange, offset: number): boolean {
  return range.start <= offset && offset < range.end;
}

/** Gets a known document of an index by its id; undefined: it is no longer there. */
export type GetKnown = (id: string) => Promise<KnownDocument | undefined>;

/** The known documents that passages lead to, by id, each asked for once; those that are gone are left out. */
export async function knownDocuments(
  passages: readonly Pick<Passage, 'document'>[],
  get: GetKnown,
): Promise<ReadonlyMap<string, KnownDocument>> {
  const known = new Map<string, KnownDocument>();
  for (const id of new Set(passages.map(({ document }) => document))) {
    const document = await get(id);
    if (document) known.set(id, document);
  }
  return known;
}
