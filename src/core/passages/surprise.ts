import { isFunctionWord } from './functionWords';
import type { Token } from './tokens';

/** How little a reader expects to find tokens in a text by anybody, and whether they belong to its subject. */
export interface Surprise {
  /** Of a token, in nats: −ln of the share of texts of all kinds that have it, 6 at most; of a sign by what sign it is. */
  of(token: Token): number;
  /** A name, a number, or a content word of few texts. */
  isTopical(token: Token): boolean;
}

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

/**
 * Reads the names and the repeated words off the texts that are compared: a name has a capital inside a sentence.
 */
export function surpriseIn(
  questioned: readonly Token[],
  known: readonly (readonly Token[])[],
  documentShare: (word: string) => number,
): Surprise {
  const names = namesIn([questioned, ...known]);
  const counts = new Map<string, number>();
  for (const { word } of questioned) counts.set(word, (counts.get(word) ?? 0) + 1);
  return {
    of({ word, isSign }) {
      return isSign
        ? (signs[word] ?? usualSign)
        : Math.min(mostSurprise, -Math.log(Math.max(1e-9, documentShare(word))));
    },
    isTopical({ word, isSign }) {
      if (isSign || isFunctionWord(word)) return false;
      if (/\p{N}/u.test(word)) return true;
      const share = documentShare(word);
      if (share >= nameShare || isAdverb(word)) return false;
      if (names.has(word)) return true;
      return share < topicalShare && (share >= spellingShare || counts.get(word)! > 1);
    },
  };
}

/** Words such as "apparently", which say how something is put. */
function isAdverb(word: string): boolean {
  return word.length > 5 && word.endsWith('ly');
}

/** Words that have a capital inside a sentence at least as often as they have none. */
function namesIn(texts: readonly (readonly Token[])[]): ReadonlySet<string> {
  const large = new Map<string, number>();
  const small = new Map<string, number>();
  for (const text of texts) {
    for (const { raw, word, inside } of text) {
      const counts = !isLarge(raw) ? small : inside ? large : undefined;
      counts?.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return new Set([...large].filter(([word, count]) => count >= (small.get(word) ?? 0)).map(([word]) => word));
}

function isLarge(raw: string): boolean {
  const first = raw.charCodeAt(0);
  return first < 128 ? first >= 65 && first <= 90 : /^\p{Lu}/u.test(raw);
}
