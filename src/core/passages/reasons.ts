import type { PassageKind, PassageMark, TextRange } from '../domain';
import { isFunctionWord } from './words/functionWords';
import { habitsOf } from './words/spellingHabits';
import type { Token } from './words/tokens';
import type { Weighing } from './weighing';
import type { SharedRun } from './words/wording';

/** What carries a passage. */
export interface Reasons {
  /** The weightiest first. */
  readonly kinds: readonly PassageKind[];
  readonly marks: readonly PassageMark[];
  /** The gain of all marks. */
  readonly weight: number;
  /** Of each mark, in any order: its gain, and its words and signs by twos, a single one alone. */
  readonly wordings: readonly { readonly weight: number; readonly pairs: readonly string[] }[];
  /** Words of the subject carry it, or nothing would be left without them. */
  readonly isSubject: boolean;
}

interface WeighedMark extends PassageMark {
  readonly weight: number;
  readonly pairs: readonly string[];
  /** Words of it that are none of grammar. */
  readonly content: number;
  /** Of it, on words of the subject. */
  readonly subject: number;
  readonly surprise: number;
  readonly plainSurprise: number;
}

/** Tokens of two places, and where the first of them stand in their texts. */
export interface ComparedTokens {
  readonly here: readonly Token[];
  readonly at: number;
  readonly there: readonly Token[];
}

const mostMarks = 16;
/** Surprise, in nats, without which two places are not said to be alike: three words of half of all texts each, side by side. */
const leastSurprise = 3.5;
/** Surprise of a habit of spelling that both show in different words. */
const habitSurprise = 2;
/** Words of content, or habits of spelling, that are needed where no three words or signs stand together. */
const fewestContent = 2;
/** Share of the gain from which words of the subject carry a passage. */
const subjectShare = 0.5;
/** Share of the weight from which a kind is named. */
const namedShare = 0.25;
/** Signs that nearly every sentence has say little alone. */
const plainSigns = new Set(['.', ',']);

/** Why a stretch and a known place are alike: their longest common runs of words and signs, and habits that both show. */
export function reasonsFor(compared: ComparedTokens, weighing: Weighing): Reasons | undefined {
  const { here, there } = compared;
  const runs = sharedRuns(here, there)
    .filter((run, i, all) => run.length > 1 || isFirst(run, all.slice(0, i), here))
    .flatMap((run) => markOf(run, compared, weighing));
  const marks = [...runs, ...habitMarks(here, there, weighing)].sort((a, b) => b.weight - a.weight).slice(0, mostMarks);
  const sum = (key: keyof Omit<WeighedMark, keyof PassageMark | 'pairs'>): number =>
    marks.reduce((total, mark) => total + mark[key], 0);
  if (sum('surprise') < leastSurprise) return undefined;
  const isSubject = sum('plainSurprise') < leastSurprise || sum('subject') > subjectShare * sum('weight');
  if (!isSubject && sum('content') < fewestContent && !marks.some(({ pairs }) => pairs.length > 1)) return undefined;
  return {
    kinds: kindsOf(marks),
    weight: sum('weight'),
    wordings: marks.map(({ weight, pairs }) => ({ weight, pairs })),
    isSubject,
    marks: marks
      .map(({ kind, questioned, known }) => ({ kind, questioned, known }))
      .sort((a, b) => a.questioned.start - b.questioned.start),
  };
}

/** The common runs, the longest first, none overlapping another in either text. */
function sharedRuns(here: readonly Token[], there: readonly Token[]): readonly SharedRun[] {
  const all: SharedRun[] = [];
  let below = new Uint16Array(there.length + 1);
  for (let i = here.length - 1; i >= 0; i--) {
    const lengths = new Uint16Array(there.length + 1);
    for (let j = there.length - 1; j >= 0; j--) {
      if (here[i]!.word !== there[j]!.word) continue;
      lengths[j] = 1 + below[j + 1]!;
      all.push({ at: i, there: j, length: lengths[j]! });
    }
    below = lengths;
  }
  all.sort((a, b) => b.length - a.length || a.at - b.at || a.there - b.there);
  const kept: SharedRun[] = [];
  const [usedHere, usedThere] = [new Uint8Array(here.length), new Uint8Array(there.length)];
  for (const run of all) {
    const { at, there: to, length } = run;
    if (usedHere[at] || usedHere[at + length - 1] || usedThere[to] || usedThere[to + length - 1]) continue;
    usedHere.fill(1, at, at + length);
    usedThere.fill(1, to, to + length);
    kept.push(run);
  }
  return kept;
}

/** Whether no token like a single one came before: many commas are one habit. */
function isFirst({ at }: SharedRun, before: readonly SharedRun[], here: readonly Token[]): boolean {
  return !before.some((other) => other.length === 1 && here[other.at]!.word === here[at]!.word);
}

function markOf(
  { at, there: to, length }: SharedRun,
  { here, at: first, there }: ComparedTokens,
  weighing: Weighing,
): readonly WeighedMark[] {
  const tokens = here.slice(at, at + length);
  const kind = kindOf(tokens.map((token, i) => ({ ...token, surprise: weighing.of(first + at + i, 1).surprise })));
  if (!kind) return [];
  const { weight, subject, surprise, plainSurprise } = weighing.of(first + at, length);
  if (weight <= 0) return [];
  const questioned = { start: here[at]!.start, end: here[at + length - 1]!.end };
  const known = { start: there[to]!.start, end: there[to + length - 1]!.end };
  const content = tokens.filter(isContent).length;
  const carried = { weight, pairs: pairsOf(tokens), content, subject: subject * weight, surprise, plainSurprise };
  return [{ kind, ...carried, questioned, known }];
}

function pairsOf(tokens: readonly Token[]): readonly string[] {
  if (tokens.length === 1) return [tokens[0]!.word];
  return tokens.slice(1).map(({ word }, i) => `${tokens[i]!.word} ${word}`);
}

function isContent({ word, isSign }: Token): boolean {
  return !isSign && !isFunctionWord(word);
}

/** Signs among words of grammar name a run only where they surprise more than the words do. */
function kindOf(tokens: readonly (Token & { readonly surprise: number })[]): PassageKind | undefined {
  if (tokens.some(isContent)) return 'words';
  const surpriseOf = (sign: boolean): number =>
    tokens.reduce((sum, { isSign, surprise }) => (isSign === sign ? sum + surprise : sum), 0);
  if (tokens.every(({ isSign, word }) => isSign && plainSigns.has(word))) return undefined;
  return surpriseOf(true) > surpriseOf(false) ? 'punctuation' : 'frame';
}

/** Habits of spelling, contraction or capitals that both places show in different words. */
function habitMarks(here: readonly Token[], there: readonly Token[], weighing: Weighing): readonly WeighedMark[] {
  return here.flatMap((token) => {
    const habits = habitsOf(token.raw, token.inside);
    if (habits.length === 0) return [];
    const shows = ({ raw, inside }: Token): boolean => habitsOf(raw, inside).some((habit) => habits.includes(habit));
    const other = there.find((each) => each.word !== token.word && shows(each));
    const weight = weighing.gainWithin(token);
    if (!other || weight <= 0) return [];
    const range = ({ start, end }: Token): TextRange => ({ start, end });
    const both = { questioned: range(token), known: range(other) };
    const surprises = { surprise: habitSurprise, plainSurprise: habitSurprise };
    return [{ kind: 'spelling' as const, weight, pairs: [token.word], content: 1, subject: 0, ...surprises, ...both }];
  });
}

function kindsOf(marks: readonly WeighedMark[]): readonly PassageKind[] {
  const weights = new Map<PassageKind, number>();
  for (const { kind, weight } of marks) weights.set(kind, (weights.get(kind) ?? 0) + weight);
  const total = marks.reduce((sum, { weight }) => sum + weight, 0);
  const ordered = [...weights].sort((a, b) => b[1] - a[1]);
  return ordered.filter(([, weight], i) => i === 0 || weight >= namedShare * total).map(([kind]) => kind);
}
