import type { PassageKind, PassageMark, TextRange } from '../domain';
import { isFunctionWord } from './functionWords';
import { habitsOf } from './spellingHabits';

/** What carries a passage. */
export interface Reasons {
  /** The weightiest first; empty where the two places share nothing that can be named. */
  readonly kinds: readonly PassageKind[];
  readonly marks: readonly PassageMark[];
  /** Share of the gain of all marks that rests on words of a subject. */
  readonly subject: number;
}

/** What a mark weighs, and what its words are. */
export interface Weighing {
  /** The gain of the features that occur within a range of the questioned text; 0 or more. */
  readonly gainWithin: (range: TextRange) => number;
  /** Share of texts of all kinds that have a word, in lower case. */
  readonly documentShare: (word: string) => number;
}

interface Token extends TextRange {
  readonly word: string;
  readonly raw: string;
  readonly isSign: boolean;
  /** A word stands before it in its sentence. */
  readonly inside: boolean;
}

/** Tokens that two places have in common, in the same order without anything between them. */
interface SharedRun {
  readonly at: number;
  readonly there: number;
  readonly length: number;
}

interface WeighedMark extends PassageMark {
  readonly weight: number;
  /** Of it, on words of a subject. */
  readonly subject: number;
}

const mostMarks = 16;
/** Shared words and signs without which two places are not said to be alike. */
const fewestShared = 3;
/** A word that fewer texts have, but not hardly any, belongs to a subject; one of hardly any is a spelling, unless it is a name. */
const rareShare = 0.12;
const spellingShare = 0.0005;
/** Share of the weight from which a kind is named. */
const namedShare = 0.25;
const tokenPattern = /[\p{L}\p{N}\p{M}]+(?:['’_-][\p{L}\p{N}\p{M}]+)*|[^\s\p{L}\p{N}\p{M}]/gu;
/** Signs that nearly every sentence has say little alone. */
const plainSigns = new Set(['.', ',']);

/** Why a stretch and a known place are alike: their longest common runs of words and signs, and habits that both show. */
export function reasonsFor(
  questioned: { readonly text: string; readonly range: TextRange },
  known: { readonly text: string; readonly range: TextRange },
  weighing: Weighing,
): Reasons {
  const here = tokensOf(questioned);
  const there = tokensOf(known);
  const runs = sharedRuns(here, there).flatMap((run) => markOf(run, here, there, weighing));
  const habits = habitMarks(here, there, weighing);
  const marks = [...runs, ...habits].sort((a, b) => b.weight - a.weight).slice(0, mostMarks);
  if (!isEnough(marks, here)) return { kinds: [], marks: [], subject: 0 };
  const sum = (key: 'weight' | 'subject'): number => marks.reduce((total, mark) => total + mark[key], 0);
  return {
    kinds: kindsOf(marks),
    subject: sum('subject') / sum('weight'),
    marks: marks
      .map(({ kind, questioned, known }) => ({ kind, questioned, known }))
      .sort((a, b) => a.questioned.start - b.questioned.start),
  };
}

function tokensOf({ text, range }: { readonly text: string; readonly range: TextRange }): readonly Token[] {
  return Array.from(text.slice(range.start, range.end).matchAll(tokenPattern), ({ 0: raw, index }) => ({
    raw,
    word: raw.toLowerCase().replaceAll('’', "'"),
    isSign: !/[\p{L}\p{N}]/u.test(raw),
    inside: isInside(text, range.start + index),
    start: range.start + index,
    end: range.start + index + raw.length,
  }));
}

/** Whether a word, or a comma after one, stands right before a place. */
function isInside(text: string, at: number): boolean {
  return /[\p{L}\p{N}\p{M}],?\s+$/u.test(text.slice(Math.max(0, at - 8), at));
}

/** Three shared words or signs, or one that says much by itself: a sign that is not plain, or a habit. */
function isEnough(marks: readonly WeighedMark[], here: readonly Token[]): boolean {
  const strong = marks.some(({ kind }) => kind === 'punctuation' || kind === 'spelling');
  const within = here.filter(({ start, end }) => marks.some(({ questioned: q }) => q.start <= start && end <= q.end));
  return within.length >= fewestShared || (strong && within.length >= fewestShared - 1);
}

/** The common runs, the longest first, none overlapping another in either text. */
function sharedRuns(here: readonly Token[], there: readonly Token[]): readonly SharedRun[] {
  const all: SharedRun[] = [];
  const lengths = new Map<number, number>();
  const width = there.length + 1;
  for (let i = here.length - 1; i >= 0; i--) {
    for (let j = there.length - 1; j >= 0; j--) {
      if (here[i]!.word !== there[j]!.word) continue;
      const length = 1 + (lengths.get((i + 1) * width + j + 1) ?? 0);
      lengths.set(i * width + j, length);
      all.push({ at: i, there: j, length });
    }
  }
  all.sort((a, b) => b.length - a.length || a.at - b.at || a.there - b.there);
  const kept: SharedRun[] = [];
  const free = (run: SharedRun, other: SharedRun): boolean =>
    (run.at + run.length <= other.at || other.at + other.length <= run.at) &&
    (run.there + run.length <= other.there || other.there + other.length <= run.there);
  for (const run of all) if (kept.every((other) => free(run, other))) kept.push(run);
  return kept;
}

function markOf(
  { at, there: to, length }: SharedRun,
  here: readonly Token[],
  there: readonly Token[],
  { gainWithin, documentShare }: Weighing,
): readonly WeighedMark[] {
  const tokens = here.slice(at, at + length);
  const kind = kindOf(tokens);
  const questioned = { start: here[at]!.start, end: here[at + length - 1]!.end };
  const weight = gainWithin(questioned);
  if (!kind || weight <= 0) return [];
  const topical = tokens
    .filter((token) => isTopical(token, documentShare))
    .reduce((sum, token) => sum + gainWithin(token), 0);
  const all = tokens.reduce((sum, token) => sum + gainWithin(token), 0);
  const subject = all > 0 ? (weight * topical) / all : 0;
  return [{ kind, weight, subject, questioned, known: { start: there[to]!.start, end: there[to + length - 1]!.end } }];
}

/** A word of a subject: a name, or a content word that few texts have. */
function isTopical({ raw, word, isSign, inside }: Token, documentShare: Weighing['documentShare']): boolean {
  if (isSign || isFunctionWord(word)) return false;
  const share = documentShare(word);
  if (share >= rareShare) return false;
  return share >= spellingShare || (inside && /^\p{Lu}/u.test(raw)) || /\p{N}/u.test(raw);
}

function kindOf(tokens: readonly Token[]): PassageKind | undefined {
  const words = tokens.filter(({ isSign }) => !isSign);
  if (words.some(({ word }) => !isFunctionWord(word))) return 'words';
  const signs = tokens.filter(({ isSign }) => isSign);
  if (signs.some(({ word }) => !plainSigns.has(word)) || (signs.length > 0 && words.length > 0)) return 'punctuation';
  return words.length > 0 ? 'frame' : undefined;
}

/** Habits of spelling, contraction or capitals that both places show in different words. */
function habitMarks(here: readonly Token[], there: readonly Token[], { gainWithin }: Weighing): readonly WeighedMark[] {
  return here.flatMap((token) => {
    const habits = habitsOf(token.raw, token.inside);
    if (habits.length === 0) return [];
    const shows = ({ raw, inside }: Token): boolean => habitsOf(raw, inside).some((habit) => habits.includes(habit));
    const other = there.find((each) => each.word !== token.word && shows(each));
    const weight = gainWithin(token);
    if (!other || weight <= 0) return [];
    const range = ({ start, end }: Token): TextRange => ({ start, end });
    return [{ kind: 'spelling' as const, weight, subject: 0, questioned: range(token), known: range(other) }];
  });
}

function kindsOf(marks: readonly WeighedMark[]): readonly PassageKind[] {
  const weights = new Map<PassageKind, number>();
  for (const { kind, weight } of marks) weights.set(kind, (weights.get(kind) ?? 0) + weight);
  const total = marks.reduce((sum, { weight }) => sum + weight, 0);
  const ordered = [...weights].sort((a, b) => b[1] - a[1]);
  return ordered.filter(([, weight], place) => place === 0 || weight >= namedShare * total).map(([kind]) => kind);
}
