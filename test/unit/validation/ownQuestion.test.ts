import { describe, expect, it } from 'vitest';
import type { QuestionedDocument, QuestionFindings } from '../../../src/core/domain/evidence';
import { neverStops } from '../../../src/core/basics/work';
import { encodeText } from '../../../src/core/text/encodeText';
import { askAboutKnown, countOwn, type OwnQuestion } from '../../../src/core/validation/ownQuestion';
import { renderValidationPage } from '../../../src/presentation/validation/page';
import { HashingEncoder } from '../../fakes/hashingEncoder';
import { MemoryIndex } from '../../fakes/memoryIndex';

const kind = { mode: 'written', genre: 'letter', words: 150 } as const;
const run = { stop: neverStops, progress: (): void => undefined };

/** An index with these numbers of texts by author, each of 260 words that begin with the name of the author. */
async function indexOf(texts: Readonly<Record<string, number>>): Promise<MemoryIndex> {
  const [encoder, index] = [new HashingEncoder(), new MemoryIndex()];
  for (const [author, count] of Object.entries(texts))
    for (let t = 0; t < count; t++) {
      const text = Array.from({ length: 260 }, (_, i) => `${author}${t}x${i}`).join(' ');
      const labels = { author, role: 'known', mode: 'written', genre: 'letter', language: 'en' } as const;
      const document = { id: `${author} ${t}`, title: `${author} ${t}`, text, ...labels };
      await index.add(document, await encodeText(text, encoder, { n: 2, stop: neverStops }));
    }
  return index;
}

/** Names the writer of a text, except for the first text by B, which it gives to A. */
function answer(text: QuestionedDocument): Promise<QuestionFindings> {
  const writer = text.text.startsWith('B0') ? 'A' : text.text[0]!;
  const others = ['A', 'B', 'C'].filter((author) => author !== writer);
  const authors = [{ author: writer, llr: 1.2 }, ...others.map((author) => ({ author, llr: -1 }))];
  return Promise.resolve({ among: 'named', authors, calibrationId: 'q' });
}

const ask = async (texts: Readonly<Record<string, number>>): Promise<OwnQuestion> =>
  askAboutKnown(await indexOf(texts), { kind, among: ['A', 'B', 'C'] }, answer, run);

describe('the question of a case about its own known texts', () => {
  it('is asked about each text, cut to a judged length of the questioned text', async () => {
    const asked: QuestionedDocument[] = [];
    const keep = (text: QuestionedDocument) => {
      asked.push(text);
      return answer(text);
    };
    await askAboutKnown(await indexOf({ A: 2, B: 2, C: 2 }), { kind, among: ['A', 'B', 'C'] }, keep, run);
    expect(asked.map(({ text }) => text.split(' ').length)).toEqual([100, 100, 100, 100, 100, 100]);
  });

  it('counts the texts with the writer first, and ratios of 10 or more for another author', async () => {
    expect(countOwn(await ask({ A: 3, B: 3, C: 3 }))).toEqual({
      ...{ words: 100, authors: ['A', 'B', 'C'], texts: 9, first: 8, strong: 9, wrong: 1 },
    });
  });

  it('says of whom there are too few texts, and has no rates of them', async () => {
    const found = await ask({ A: 3, B: 1, C: 2 });
    expect(found.missing).toEqual(['B']);
    expect(new Set(found.trials.map(({ author }) => author))).toEqual(new Set(['A', 'C']));
    expect((await ask({ A: 1, B: 1, C: 1 })).trials).toEqual([]);
  });

  it('is on the page with who was taken for whom, and with a plot where 20 texts allow it', async () => {
    const few = renderValidationPage({ validations: [], question: await ask({ A: 3, B: 1, C: 3 }) });
    expect(few).toContain('came first for 0 of them. 6 tested ratios reached ×10, and 0 misled.');
    expect(few).toContain('B: too few texts to test.');
    expect(few).not.toContain('<svg');
    const many = renderValidationPage({ validations: [], question: await ask({ A: 7, B: 7, C: 7 }) });
    expect(many).toMatch(/<th scope="row">B<\/th><td><strong>1<\/strong><\/td><td>6<\/td>/);
    expect(many.match(/<svg role/g)).toHaveLength(1);
  });
});
