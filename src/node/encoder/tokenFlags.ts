import type { BertTokenizer } from './tokenizer';

const specialTokens = ['[PAD]', '[CLS]', '[SEP]', '[MASK]'];
const letterOrNumber = /[\p{L}\p{N}]/u;

/** Which tokens are special, and which may enter a patch, by token id (docs/model-contract.md §1). */
export class TokenFlags {
  private readonly special: ReadonlySet<number>;
  private readonly scoring: Uint8Array;

  constructor(tokenizer: BertTokenizer, scorePunctuation: boolean) {
    const { vocabulary } = tokenizer;
    this.special = new Set(specialTokens.map((token) => tokenizer.idOf(token)));
    this.scoring = new Uint8Array(1 + Math.max(...vocabulary.values()));
    for (const [entry, id] of vocabulary) {
      const bare = entry.startsWith('##') ? entry.slice(2) : entry;
      if (scorePunctuation || letterOrNumber.test(bare)) this.scoring[id] = 1;
    }
    for (const id of [...this.special, tokenizer.idOf('[UNK]')]) this.scoring[id] = 0;
  }

  isSpecial(id: number): boolean {
    return this.special.has(id);
  }

  /** 1 for a token that may enter a patch, else 0. */
  used(id: number): number {
    return this.scoring[id]!;
  }
}
