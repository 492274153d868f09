import { describe, expect, it } from 'vitest';
import { neverStops } from '../../../src/core/basics/work';
import { findHaving } from '../../../src/core/passages/othersHaving';
import { knownDocument } from '../../fakes/knownSpans';

const questioned = 'They sat by the well-known gate, as the old dog does, and waited.';
/** The passage with these words of the questioned text, which the known text has as they are. */
const passage = (...words: readonly string[]) => {
  const marks = words.map((part) => {
    const range = { start: questioned.indexOf(part), end: questioned.indexOf(part) + part.length };
    return { questioned: range, known: range, kind: 'words' as const };
  });
  return { marks, texts: { questioned, known: questioned } };
};

function search(texts: Readonly<Record<string, string>>) {
  const documents = Object.entries(texts).map(([author, text]) => knownDocument(author, text));
  const rows = documents.map(({ id, author, role }) => ({ id, author, role }));
  const read: string[] = [];
  const index = {
    readDocument: (id: string) => {
      const document = documents.find((each) => each.id === id);
      read.push(document!.author);
      return Promise.resolve(document);
    },
  };
  const having = async (...words: readonly string[]) =>
    (await findHaving(index, { known: rows as never, author: 'Ann' }, [passage(...words)], neverStops))[0]!;
  return { read, having };
}

describe('which others have the words of a passage', () => {
  const near = 'We met at the well-known gate; as the old dog does, he slept.';
  const far = `The well-known gate. ${'Nothing was to be seen there. '.repeat(9)} As the old dog does, he slept.`;

  it('is asked of the texts, in which the words are as close together', async () => {
    const { having } = search({ Ann: near, Bob: near, Cid: far, Dan: 'The old gate is well-known, as the dog does.' });
    expect(await having('known gate', 'the old dog does')).toEqual({ of: 3, sharers: ['Bob'], within: 7 });
    expect((await having('the old dog does')).sharers).toEqual(['Bob', 'Cid']);
  });

  it('reads a text again only if it has all neighbouring words', async () => {
    const { read, having } = search({
      Ann: near,
      Bob: near,
      Cid: far,
      Dan: 'The dog is old, and the gate is well-known.',
    });
    await having('the old dog');
    expect(read).toEqual(['Bob', 'Cid', 'Dan', 'Bob', 'Cid']);
    await having('the old dog');
    expect(read.slice(5)).toEqual(['Bob', 'Cid']);
  });

  it('counts no author without a text', async () => {
    const { having } = search({ Ann: near, Bob: near, Eve: '' });
    expect(await having('the old dog')).toMatchObject({ of: 1, sharers: ['Bob'] });
  });
});
