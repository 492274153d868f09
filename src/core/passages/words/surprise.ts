import { isFunctionWord } from './functionWords';
import type { Token } from './tokens';

/** Signs that not every text has. Dashes and brackets, and what is joined up, say more of a writer than stops do. */
const signs: Readonly<Record<string, number>> = {
  ...{ '.': 0, ',': 0, "'": 0.3, '’': 0.3, '-': 0.3, '"': 0.5, '“': 0.5, '”': 0.5, ':': 1, '?': 1, '(': 1, ')': 1 },
  ...{ ';': 1.5, '!': 1.5 },
};
const usualSign = 2.5;
const mostSurprise = 6;
/** A content word that fewer texts have belongs to a subject; one of hardly any is a spelling. */
const topicalShare = 0.04;
const spellingShare = 0.0005;
/** The same of a name. */
const nameShare = 0.12;
/** Two tokens that stand together say more than each by itself. */
export const pairSurprise = 0.7;

/** What each token can be: no word of a subject, one, or one if it is a name. */
const kinds = { plain: 0, topical: 1, ifName: 2 } as const;

/** How little a reader expects to find the tokens of a questioned text in one by anybody, and which belong to its subject. */
export class Surprise {
  /** Of each token, in nats: −ln of the share of texts of all kinds that have it, 6 at most; of a sign by what sign it is. */
  readonly values: Float64Array;
  private readonly kinds: Uint8Array;

  constructor(
    private readonly tokens: readonly Token[],
    documentShare: (word: string) => number,
  ) {
    const counts = new Map<string, number>();
    for (const { word } of tokens) counts.set(word, (counts.get(word) ?? 0) + 1);
    const shares = new Map(Array.from(counts.keys(), (word) => [word, documentShare(word)]));
    this.values = Float64Array.from(tokens, ({ word, isSign }) =>
      isSign ? (signs[word] ?? usualSign) : Math.min(mostSurprise, -Math.log(Math.max(1e-9, shares.get(word)!))),
    );
    this.kinds = Uint8Array.from(tokens, (token) => kindOf(token, shares.get(token.word)!, counts.get(token.word)!));
  }

  /** 1 for each token that is a name, a number, or a content word of few texts, where known texts are compared. */
  topical(known: readonly (readonly Token[])[]): Uint8Array {
    const names = this.namesWith(known);
    return this.kinds.map((kind, i) =>
      Number(kind === kinds.topical || (kind === kinds.ifName && names.has(this.tokens[i]!.word))),
    );
  }

  /** Words that could be names, and that have a capital inside a sentence at least as often as they have none. */
  private namesWith(known: readonly (readonly Token[])[]): ReadonlySet<string> {
    const counts = new Map<string, { large: number; small: number }>();
    for (const [i, { word }] of this.tokens.entries()) {
      if (this.kinds[i] === kinds.ifName) counts.set(word, { large: 0, small: 0 });
    }
    for (const text of [this.tokens, ...known]) {
      for (const { raw, word, inside } of text) {
        const count = counts.get(word);
        if (!count) continue;
        if (!isLarge(raw)) count.small += 1;
        else if (inside) count.large += 1;
      }
    }
    return new Set([...counts].filter(([, { large, small }]) => large > 0 && large >= small).map(([word]) => word));
  }
}

function kindOf({ word, isSign }: Token, share: number, count: number): number {
  if (isSign || isFunctionWord(word)) return kinds.plain;
  if (/\p{N}/u.test(word)) return kinds.topical;
  if (share >= nameShare || isAdverb(word)) return kinds.plain;
  return share < topicalShare && (share >= spellingShare || count > 1) ? kinds.topical : kinds.ifName;
}

/** Words such as "apparently", which say how something is put. */
function isAdverb(word: string): boolean {
  return word.length > 5 && word.endsWith('ly');
}

function isLarge(raw: string): boolean {
  const first = raw.charCodeAt(0);
  return first < 128 ? first >= 65 && first <= 90 : /^\p{Lu}/u.test(raw);
}
