import type { PassageKind, PassageMark } from '../domain/evidence';
import { isFunctionWord, isLexicalWord } from '../text/subjectWords';
import type { RunEvidence, RunEvidences, SharedRun } from './runEvidence';
import type { Token } from './words';

/** What carries a passage. */
export interface Reasons {
  /** The most important kind first. */
  readonly kinds: readonly PassageKind[];
  readonly marks: readonly PassageMark[];
  /** The sum of the gains of all marks. */
  readonly weight: number;
  /** The gain of each mark, with its words and signs in pairs; a single word is alone. The marks are in no fixed order. */
  readonly wordings: readonly { readonly weight: number; readonly pairs: readonly string[] }[];
  /** Whether signs or a frame of grammar carry it, as in "thankfully, we have", but not in "the local machine". */
  readonly isFramed: boolean;
  /** Whether words of the subject carry it, or nothing would be left without them. */
  readonly isSubject: boolean;
}

interface WeighedMark extends PassageMark, RunEvidence {
  readonly pairs: readonly string[];
}

/** The tokens of both texts, and the runs of at least one token that the stretch and the known place share. */
export interface ComparedTokens {
  readonly questioned: readonly Token[];
  readonly known: readonly Token[];
  readonly runs: readonly SharedRun[];
}

const maxMarks = 16;
/**
 * The least surprise, in nats, of two places with something in common: that of three consecutive words that half of all texts each have.
 */
const minSurprise = 3.5;
/** The least surprise of a run in a frame of grammar that counts by itself. */
const minOfFrame = 5;
/** If words of the subject have at least this share of the gain, they carry the passage. */
const subjectShare = 0.5;
/** A kind is named if it has at least this share of the weight. */
const namedShare = 0.25;
/** Nearly every sentence has these signs, so they say little alone. */
const plainSigns = new Set(['.', ',']);

/** Why a stretch and a known place are similar: their longest common runs of words and signs. */
export function findReasons({ questioned, known, runs }: ComparedTokens, evidence: RunEvidences): Reasons | undefined {
  // the longest shared runs, or remaining parts of them, without overlaps in either text; each single token is used once
  const endings = runs.flatMap(({ at, there, length }) =>
    Array.from({ length }, (_, i) => ({ at: at + i, there: there + i, length: length - i })),
  );
  const kept: SharedRun[] = [];
  for (const run of endings.sort((a, b) => b.length - a.length || a.at - b.at || a.there - b.there)) {
    const { at, there, length } = run;
    const isFree = kept.every(
      (other) =>
        (at + length <= other.at || other.at + other.length <= at) &&
        (there + length <= other.there || other.there + other.length <= there),
    );
    if (isFree) kept.push(run);
  }
  const singles = new Set<string>();
  const weighed = kept.flatMap(({ at, there, length }): readonly WeighedMark[] => {
    const { word: first } = questioned[at]!;
    if (length === 1 && singles.has(first)) return [];
    if (length === 1) singles.add(first);
    const tokens = questioned.slice(at, at + length);
    const said = evidence.readEvidence(at, length);
    const isPlain = tokens.every(({ isSign, word }) => isSign && plainSigns.has(word));
    if (isPlain || said.weight <= 0) return [];
    // signs among words of grammar decide the kind only if they are more surprising than the words
    const sumSurprise = (sign: boolean): number =>
      tokens.reduce(
        (all, { isSign }, i) => (isSign === sign ? all + evidence.readEvidence(at + i, 1).surprise : all),
        0,
      );
    const ofGrammar = (): PassageKind => (tokens.some(({ word }) => isLexicalWord(word)) ? 'common' : 'frame');
    const hasContent = tokens.some(({ word, isSign }) => !isSign && !isFunctionWord(word));
    const isOfSigns = !hasContent && sumSurprise(true) > sumSurprise(false);
    const kind = hasContent ? 'words' : isOfSigns ? 'punctuation' : ofGrammar();
    const pairs = tokens.slice(1).map(({ word }, i) => `${tokens[i]!.word} ${word}`);
    return [
      {
        ...said,
        kind,
        pairs: length === 1 ? [first] : pairs,
        questioned: { start: tokens[0]!.start, end: tokens.at(-1)!.end },
        known: { start: known[there]!.start, end: known[there + length - 1]!.end },
      },
    ];
  });
  const marks = weighed.sort((a, b) => b.weight - a.weight).slice(0, maxMarks);
  const sum = (value: (mark: WeighedMark) => number): number => marks.reduce((total, mark) => total + value(mark), 0);
  const weight = sum((mark) => mark.weight);
  if (sum(({ surprise }) => surprise) < minSurprise) return undefined;
  const isSubject =
    sum(({ plainSurprise }) => plainSurprise) < minSurprise ||
    sum((mark) => mark.subject * mark.weight) > subjectShare * weight;
  const isFramed = marks.some((mark) => mark.isFramed && mark.plainSurprise >= minOfFrame);
  const weights = new Map<PassageKind, number>();
  for (const mark of marks) weights.set(mark.kind, (weights.get(mark.kind) ?? 0) + mark.weight);
  const ordered = [...weights].sort((a, b) => b[1] - a[1]);
  const kinds = ordered.filter(([, share], i) => i === 0 || share >= namedShare * weight).map(([kind]) => kind);
  return {
    kinds,
    weight,
    wordings: marks.map(({ weight, pairs }) => ({ weight, pairs })),
    isFramed: isFramed || kinds.includes('punctuation'),
    isSubject,
    marks: marks
      .map(({ kind, questioned, known }) => ({ kind, questioned, known }))
      .sort((a, b) => a.questioned.start - b.questioned.start),
  };
}
