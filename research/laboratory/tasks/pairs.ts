import type { Mode } from '../../../src/core/domain/evidence';
import { usage } from '../../../src/core/errors';
import type { LabelledDocument } from './documents';
import { parseLines, type LineRecord, type LinesFile } from './record';
import { countWords, takeFirstWords } from '../../../src/core/text/countWords';
import { findJudgedLength, pairModes } from '../../../src/core/verification/condition';
import type { VerificationTrial } from './verificationTrials';

/** Pairs of texts as documents and trials. */
export interface PairTrials {
  readonly documents: readonly LabelledDocument[];
  readonly trials: readonly VerificationTrial[];
}

interface Truth {
  readonly same: boolean;
  readonly authors: readonly [string, string];
  readonly record: LineRecord;
}

/**
 * Pairs as the shared tasks of PAN 2020 to 2023 have them: { id, pair: [text, text] } with { id, same, authors?: [a, b] }. Genres are
 * not known, modes are as given; the first text is questioned, and each is cut to the judged length that it reaches. Without authors every text is by one
 * of its own. Throws Usage, naming the line, for a broken one, an id given twice or in one file alone, and authors that
 * contradict the truth.
 */
export function parsePairs(
  { pairs, truth }: { readonly pairs: LinesFile; readonly truth: LinesFile },
  { mode, mostWords }: { readonly mode: Mode; readonly mostWords: number },
): PairTrials {
  const truths = parseTruths(truth);
  const documents: LabelledDocument[] = [];
  const trials = parseLines(pairs, (record): VerificationTrial => {
    const id = record.id('id');
    const found = truths.get(id);
    if (!found) throw record.error(`${truth.name} has no trial with the id "${id}", or the id was given before`);
    truths.delete(id);
    const texts = textsOf(record).map((text) => takeFirstWords(text, mostWords));
    const place = documents.length;
    texts.forEach((text, side) => documents.push(documentOf(`${id}/${side + 1}`, text, found.authors[side]!, mode)));
    const [a, b] = texts.map((text) => Math.max(1, countWords(text)));
    const words = findJudgedLength('questioned', a!) || a!;
    const knownWords = findJudgedLength('known', b!) || b!;
    const kind = { modes: pairModes(mode, mode), genres: 'unknown', genreRelation: 'unknown' } as const;
    return { a: [place], b: [place + 1], same: found.same, ...kind, words, knownWords };
  });
  const [left] = truths.values();
  if (left) throw left.record.error(`${pairs.name} has no pair with this id`);
  if (trials.length === 0) throw usage(`${pairs.name} holds no pairs.`);
  return { documents, trials };
}

function parseTruths(file: LinesFile): Map<string, Truth> {
  const truths = new Map<string, Truth>();
  parseLines(file, (record) => {
    const id = record.id('id');
    if (truths.has(id)) throw record.error(`the id "${id}" was given before`);
    const same = record.boolean('same');
    const [first = `${id}/1`, second = same ? first : `${id}/2`] = record.optionalIds('authors');
    if ((first === second) !== same) throw record.error('"authors" contradict "same"');
    truths.set(id, { same, authors: [first, second], record });
  });
  return truths;
}

function textsOf(record: LineRecord): readonly string[] {
  const texts = record.raw('pair');
  const isText = (text: unknown): text is string => typeof text === 'string' && text.trim() !== '';
  if (!Array.isArray(texts) || texts.length !== 2 || !texts.every(isText))
    throw record.error('"pair" must be a list of two texts');
  return texts;
}

function documentOf(id: string, text: string, author: string, mode: Mode): LabelledDocument {
  const unknown = { source: undefined, role: undefined, problem: undefined };
  return { id, author, genre: 'unknown', mode, title: id, text, ...unknown };
}
