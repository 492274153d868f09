import { usage } from '../../../src/core/errors';
import { share } from '../../../src/core/basics/shape';
import { parseLines, type LineRecord, type LinesFile } from './record';

/** A trial with its truth and what was answered. */
export interface AnsweredTrial {
  readonly same: boolean;
  /** In [0, 1]; exactly ½ is no answer. */
  readonly value: number;
  /** log10, may be infinite; undefined when the answers have values alone. */
  readonly llr: number | undefined;
}

/** The trials of a truth file in order, answered; `missing`: how many had no answer and count as ½. */
export interface AnsweredTruth {
  readonly trials: readonly AnsweredTrial[];
  readonly missing: number;
}

interface Answer {
  readonly value: number;
  readonly llr: number | undefined;
}

/**
 * Joins a truth file ({ id, same }, PAN's has more fields) with an answers file ({ id, value } or { id, llr }). Throws
 * Usage, naming the line, for a broken line, an id given twice, an answer without truth, or a value outside [0, 1].
 */
export function joinAnswers(truthFile: LinesFile, answersFile: LinesFile): AnsweredTruth {
  const truth = new Map<string, boolean>();
  parseLines(truthFile, (record) => addOnce(truth, record, record.boolean('same')));
  if (truth.size === 0) throw usage(`${truthFile.name} holds no trials.`);
  const answers = new Map<string, Answer>();
  parseLines(answersFile, (record) => {
    if (!truth.has(record.id('id'))) throw record.error(`the truth has no trial with the id "${record.id('id')}"`);
    addOnce(answers, record, parseAnswer(record, answers.values().next().value));
  });
  const ratios = [...answers.values()].some((answer) => answer.llr !== undefined);
  const none: Answer = { value: 0.5, llr: ratios ? 0 : undefined };
  return {
    trials: [...truth].map(([id, same]) => ({ same, ...(answers.get(id) ?? none) })),
    missing: truth.size - answers.size,
  };
}

function addOnce<Value>(known: Map<string, Value>, record: LineRecord, value: Value): void {
  const id = record.id('id');
  if (known.has(id)) throw record.error(`the id "${id}" was given before`);
  known.set(id, value);
}

function parseAnswer(record: LineRecord, first: Answer | undefined): Answer {
  const llr = record.has('llr') ? parseLlr(record) : undefined;
  if (llr === undefined && !record.has('value')) throw record.error('there is neither "value" nor "llr"');
  if (first !== undefined && (first.llr === undefined) !== (llr === undefined)) {
    throw record.error('either every line has "llr" or none has it');
  }
  return { value: record.has('value') ? record.read('value', share) : valueOf(llr ?? 0), llr };
}

function parseLlr(record: LineRecord): number {
  const llr = record.raw('llr');
  if (llr === null) return 0;
  if (llr === 'Infinity' || llr === '-Infinity') return Number(llr);
  if (typeof llr === 'number') return llr;
  throw record.error('"llr" must be a number, "Infinity", "-Infinity" or null');
}

/** 1 / (1 + 10^−llr): the probability of same authorship at even odds. */
export function valueOf(llr: number): number {
  return 1 / (1 + 10 ** -llr);
}
