import type { KnownDocument } from '../../../src/core/domain/evidence';
import type { MarkerQuestioned } from '../../../src/core/markers/markersOf';
import { MemoryIndex } from '../../fakes/memoryIndex';

/** Sentences of which every second one, or none, begins small, each a little different. */
export function letter(seed: number, options: { readonly small?: boolean; readonly extra?: string } = {}): string {
  const subjects = ['the roof', 'our lane', 'the gate', 'her bench', 'the council', 'my neighbour', 'the pump'];
  const ends = ['was left alone', 'needs some paint', 'came up again', 'will have to wait', 'is not in a good way'];
  const sentences = Array.from({ length: 30 }, (_, i) => {
    const sentence = `${subjects[(i + seed) % 7]!} ${ends[(i * 3 + seed) % 5]!} for some days and we talked`;
    const isSmall = options.small === true && i % 2 === 0;
    return isSmall ? sentence : sentence[0]!.toUpperCase() + sentence.slice(1);
  });
  return `${sentences.join('. ')}. ${options.extra ?? ''}`;
}

export async function indexOf(
  texts: readonly (readonly [author: string, text: string, genre?: string])[],
): Promise<MemoryIndex> {
  const index = new MemoryIndex();
  for (const [i, [author, text, genre = 'email']] of texts.entries()) {
    const facts = { mode: 'written', language: 'en', role: 'known' } as const;
    const document: KnownDocument = { id: `k${i}`, title: `${author} ${i}`, author, text, genre, ...facts };
    await index.add(document, []);
  }
  return index;
}

export function asking(text: string): MarkerQuestioned {
  const facts = { mode: 'written', genre: 'email', language: 'en', version: 1, sha256: 'q' } as const;
  return { questioned: { id: 'q', text, ...facts }, copies: [] };
}

export const small = 'sentences begin small: it is, the end (not It is, The end)';
export const others = ['B', 'C', 'D', 'E', 'F', 'G'].flatMap((author, i) => [
  [author, letter(i + 3)] as const,
  [author, letter(i + 11)] as const,
]);
