/** Longest runs of tokens that are counted, and what each count is lowered by. */
const order = 10;
const discount = 0.75;
/** Tokens that a model has not seen are as probable as one of so many. */
const vocabulary = 1000;
/** Words that stay as they are. */
const frequentWords = 500;
const endings = ['ing', 'ed', 'ly', 's'];
const begin = '<s>';
const end = '</s>';

type Sentence = readonly string[];

/**
 * Reads sentences as grammar: the most frequent words and punctuation stay, numbers and names have one sign each, other words are
 * told by their endings (LambdaG without a tagger: Nini and others 2024).
 */
export function grammarOf(frequent: readonly string[]): (text: string) => readonly Sentence[] {
  const kept = new Set(frequent.slice(0, frequentWords));
  return (text) => {
    const sentences: string[][] = [[]];
    for (const [token] of text.matchAll(/[\p{L}\p{N}]+(?:['’]\p{L}+)*|\n\s*\n|[^\s\p{L}\p{N}]/gu)) {
      const open = sentences.at(-1)!;
      if (/^[\p{L}\p{N}]/u.test(token)) open.push(masked(token, kept, open.length === 0));
      else if (!/^\s/.test(token)) open.push(token);
      if (/^\s|^[.!?]$/.test(token)) sentences.push([]);
    }
    return sentences.filter(({ length }) => length > 0);
  };
}

function masked(word: string, kept: ReadonlySet<string>, isFirst: boolean): string {
  const lower = word.toLowerCase().replaceAll('’', "'");
  if (kept.has(lower)) return lower;
  if (/\d/.test(lower)) return '0';
  if (!isFirst && /^\p{Lu}/u.test(word)) return '@';
  return `#${endings.find((each) => lower.length > each.length + 2 && lower.endsWith(each)) ?? ''}`;
}

/** How often a context was followed, and by how many tokens. */
interface Followed {
  total: number;
  types: number;
}

/** A language model of runs of up to ten tokens: interpolated Kneser–Ney (Chen & Goodman 1999), with one discount. */
export class GrammarModel {
  private readonly counts = Array.from({ length: order + 1 }, () => new Map<string, number>());
  private readonly contexts = Array.from({ length: order + 1 }, () => new Map<string, Followed>());

  constructor(sentences: readonly Sentence[]) {
    const seen = new Set<string>();
    for (const sentence of sentences) {
      const tokens = padded(sentence);
      for (let i = order - 1; i < tokens.length; i++) this.count(tokens, i, seen);
    }
  }

  /** Log10 probability of each token of a text, the ends of sentences among them. */
  logProbabilities(sentences: readonly Sentence[]): Float64Array {
    const found = sentences.flatMap((sentence) => {
      const tokens = padded(sentence);
      return tokens.slice(order - 1).map((_, i) => Math.log10(this.probability(tokens, i + order - 1)));
    });
    return Float64Array.from(found);
  }

  /** Counts the longest run that ends at a token, and of shorter ones how many tokens they follow. */
  private count(tokens: Sentence, last: number, seen: Set<string>): void {
    for (let n = order; n >= 1; n--) {
      const run = tokens.slice(last - n + 1, last + 1).join(' ');
      const isNew = !seen.has(run);
      if (n === order) this.add(n, run, isNew);
      if (isNew && n > 1) this.add(n - 1, tokens.slice(last - n + 2, last + 1).join(' '));
      seen.add(run);
    }
  }

  private add(n: number, run: string, isNew = !this.counts[n]!.has(run)): void {
    this.counts[n]!.set(run, (this.counts[n]!.get(run) ?? 0) + 1);
    const context = run.slice(0, Math.max(0, run.lastIndexOf(' ')));
    const followed = this.contexts[n]!.get(context) ?? { total: 0, types: 0 };
    followed.total += 1;
    followed.types += Number(isNew);
    this.contexts[n]!.set(context, followed);
  }

  private probability(tokens: Sentence, at: number): number {
    let probability = 1 / vocabulary;
    for (let n = 1; n <= order; n++) {
      const followed = this.contexts[n]!.get(tokens.slice(at - n + 1, at).join(' '));
      if (!followed) break;
      const count = this.counts[n]!.get(tokens.slice(at - n + 1, at + 1).join(' ')) ?? 0;
      probability = (Math.max(0, count - discount) + discount * followed.types * probability) / followed.total;
    }
    return probability;
  }
}

function padded(sentence: Sentence): Sentence {
  return [...Array.from({ length: order - 1 }, () => begin), ...sentence, end];
}

/** LambdaG: how much more probable a text's tokens are by the grammar of known texts than by that of each reference, on average, in log10 a token. */
export function lambdaG(text: readonly Sentence[], known: GrammarModel, references: readonly GrammarModel[]): number {
  const mean = (model: GrammarModel): number => {
    const logs = model.logProbabilities(text);
    return logs.reduce((sum, log) => sum + log, 0) / Math.max(1, logs.length);
  };
  return mean(known) - references.reduce((sum, model) => sum + mean(model), 0) / references.length;
}
