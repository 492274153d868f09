import { computeSum } from '../../../src/core/basics/numbers';
import { mixBits } from '../../../src/core/classical/hashing';

/** The longest runs of tokens that are counted, and the discount of each count. */
const order = 10;
const discount = 0.75;
/** An unseen token has the probability of one in this many. */
const vocabulary = 1000;
const endings = ['ing', 'ed', 'ly', 's'];
const begin = '<s>';
const end = '</s>';

export type Sentence = readonly string[];

/**
 * Reads sentences as grammar: kept words and punctuation stay, numbers and names become one sign each, and other words become the sign of
 * their ending (LambdaG without a tagger: Nini and others 2024).
 * @param isKept  of a word in lower case with a plain apostrophe
 */
export function readGrammar(text: string, isKept: (word: string) => boolean): readonly Sentence[] {
  const sentences: string[][] = [[]];
  for (const [token] of text.matchAll(/[\p{L}\p{N}]+(?:['’]\p{L}+)*|\n\s*\n|[^\s\p{L}\p{N}]/gu)) {
    const open = sentences.at(-1)!;
    if (/^[\p{L}\p{N}]/u.test(token)) open.push(maskWord(token, isKept, open.length === 0));
    else if (!/^\s/.test(token)) open.push(token);
    if (/^\s|^[.!?]$/.test(token)) sentences.push([]);
  }
  return sentences.filter(({ length }) => length > 0);
}

function maskWord(word: string, isKept: (word: string) => boolean, isFirst: boolean): string {
  const lower = word.toLowerCase().replaceAll('’', "'");
  if (isKept(lower)) return lower;
  if (/\d/.test(lower)) return '0';
  if (!isFirst && /^\p{Lu}/u.test(word)) return '@';
  return `#${endings.find((each) => lower.length > each.length + 2 && lower.endsWith(each)) ?? ''}`;
}

const root = 0;

/** A language model of runs of up to ten tokens: interpolated Kneser–Ney (Chen & Goodman 1999), with one discount. */
export class GrammarModel {
  private readonly tokens = new Map<string, number>();
  /** Each run as a shorter run and the number of the token after it. */
  private readonly contexts: Int32Array;
  private readonly last: Int32Array;
  /** Finds a run by these two numbers (open addressing). 0 for none. */
  private readonly slots: Int32Array;
  private size = 1;
  /** The number of occurrences of each longest run. For a shorter run, the number of different tokens before it. */
  private readonly counts: Int32Array;
  /** How often each run was followed, and by how many different tokens. */
  private readonly followed: Int32Array;
  private readonly followers: Int32Array;
  /** The runs before the first token of a sentence, by their length. */
  private readonly padding = [root];

  constructor(sentences: readonly Sentence[]) {
    const most = 1 + order * sentences.reduce((sum, { length }) => sum + length + 1, 1);
    const runs = (): Int32Array => new Int32Array(most);
    [this.contexts, this.last, this.counts, this.followed, this.followers] = [runs(), runs(), runs(), runs(), runs()];
    this.slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * most)));
    while (this.padding.length < order) this.padding.push(this.addRun(this.padding.at(-1)!, this.numberOf(begin)));
    for (const sentence of sentences) this.countSentence(sentence);
  }

  /** Its size in bytes. */
  get bytes(): number {
    return 5 * this.counts.byteLength + this.slots.byteLength;
  }

  /** Log10 probability of each token of a text, including the ends of sentences. */
  logProbabilities(sentences: readonly Sentence[]): Float64Array {
    const found: number[] = [];
    for (const sentence of sentences) {
      let before: readonly number[] = this.padding;
      for (let i = 0; i <= sentence.length; i++) {
        const runs = [root];
        found.push(Math.log10(this.readToken(before, sentence[i] ?? end, runs)));
        before = runs;
      }
    }
    return Float64Array.from(found);
  }

  /** The probability of a token after runs that end before it. The runs that end with it are added, up to the longest known one. */
  private readToken(before: readonly number[], token: string, runs: number[]): number {
    const number = this.tokens.get(token) ?? -1;
    let probability = 1 / vocabulary;
    for (const context of before) {
      const followed = this.followed[context]!;
      if (followed === 0) break;
      const run = number < 0 ? root : this.slots[this.findSlot(context, number)]!;
      const seen = run === root ? 0 : Math.max(0, this.counts[run]! - discount);
      probability = (seen + discount * this.followers[context]! * probability) / followed;
      if (run !== root && runs.length < order) runs.push(run);
    }
    return probability;
  }

  /** Counts the longest run that ends at each token, and for shorter runs the number of different tokens before them. */
  private countSentence(sentence: Sentence): void {
    let before: readonly number[] = this.padding;
    for (let i = 0; i <= sentence.length; i++) {
      const number = this.numberOf(sentence[i] ?? end);
      const runs = Array.from<number>({ length: order }).fill(root);
      let isCounted = true; // the longest run is counted wherever it occurs, a shorter one if a longer one is new
      for (let n = order; n >= 1; n--) {
        const context = before[n - 1]!;
        const { size } = this;
        const run = this.slots[this.findSlot(context, number)]! || this.addRun(context, number);
        if (isCounted) this.countRun(context, run);
        isCounted = this.size > size;
        if (n < order) runs[n] = run;
      }
      before = runs;
    }
  }

  private countRun(context: number, run: number): void {
    this.counts[run]! += 1;
    this.followed[context]! += 1;
    if (this.counts[run] === 1) this.followers[context]! += 1;
  }

  private addRun(context: number, token: number): number {
    const run = this.size++;
    this.contexts[run] = context;
    this.last[run] = token;
    this.slots[this.findSlot(context, token)] = run;
    return run;
  }

  /** The slot of the run that consists of a run and a token after it, or the free slot for it. */
  private findSlot(context: number, token: number): number {
    const { slots, contexts, last } = this;
    const mask = slots.length - 1;
    let slot = mixBits(Math.imul(context, 0x9e3779b1) + token) & mask;
    for (let run = slots[slot]!; run !== root; run = slots[slot]!) {
      if (contexts[run] === context && last[run] === token) break;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private numberOf(token: string): number {
    const number = this.tokens.get(token) ?? this.tokens.size;
    this.tokens.set(token, number);
    return number;
  }
}

/** The mean log10 probability of a token of a text by the grammar of others. */
export function meanLogProbability(text: readonly Sentence[], model: GrammarModel): number {
  const logs = model.logProbabilities(text);
  return computeSum(logs) / Math.max(1, logs.length);
}
