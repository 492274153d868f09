import { describe, expect, it } from 'vitest';
import { bytesOf, read, refusal } from './documentFiles';
import { run, wordFile, wordParagraph, zipped } from './officeFiles';

/** Numbers from 0 to below 2^32, the same in each run (Numerical Recipes' linear congruential generator). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0);
}

const changes: readonly ((bytes: Buffer, next: () => number) => void)[] = [
  (bytes, next) => {
    const at = next() % bytes.length;
    bytes[at] = bytes[at]! ^ (1 << ((next() >>> 16) % 8));
  },
  (bytes, next) => {
    bytes[next() % bytes.length] = next() >>> 16;
  },
  (bytes, next) => {
    const at = next() % bytes.length;
    bytes.fill(0, at, Math.min(bytes.length, at + 1 + (next() % 64)));
  },
  (bytes, next) => {
    const [from, to] = [next() % bytes.length, next() % bytes.length];
    bytes.copyWithin(to, from, from + 16);
  },
];

/** A small document, in which most changes hit what is read. */
const small = wordFile(
  wordParagraph(run('Nobody asked me whether the gate was to stay open, and I did not say so.'.repeat(20))),
);

describe('a container in which bytes are changed', () => {
  it.each([
    ['letter.docx', bytesOf('letter.docx'), 250],
    ['letter.odt', bytesOf('letter.odt'), 250],
    ['small.docx', Buffer.from(small), 500],
  ])('is refused, or its text and parts are those of the original: %s', async (name, whole, count) => {
    const { text, reading } = await read(name, whole);
    const next = numbers(7);
    let refused = 0;
    for (let trial = 0; trial < count; trial++) {
      const changed = Buffer.from(whole);
      changes[trial % changes.length]!(changed, next);
      const result = await read(name, changed).catch((error: unknown) => error as { code: string });
      if ('code' in result) expect(result.code).toBe('UnreadableDocument');
      else expect([result.text, result.reading]).toEqual([text, reading]);
      refused += Number('code' in result);
    }
    expect(refused).toBeGreaterThan(count / 10);
  });

  it('is refused with the name of the part', async () => {
    const changed = Buffer.from(small);
    const at = changed.indexOf('word/document.xml') + 40;
    changed[at] = changed[at]! ^ 4;
    expect((await refusal('part.docx', changed)).message).toContain('its part word/document.xml is damaged');
  });

  it.each([
    ['has another name in front of its data', (bytes: Buffer) => bytes.write('X', bytes.indexOf('word/document.xml'))],
    [
      'ends its list too early',
      (bytes: Buffer) =>
        [8, 10].map((field) => bytes.writeUInt16LE(1, bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1') + field)),
    ],
    [
      'has its list elsewhere',
      (bytes: Buffer) => bytes.writeUInt32LE(0xfffffff0, bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1') + 16),
    ],
    [
      'has a list of ZIP64 that is not there',
      (bytes: Buffer) => bytes.writeUInt32LE(0xffffffff, bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1') + 16),
    ],
  ])('is refused where it %s', async (_what, change) => {
    const changed = Buffer.from(small);
    change(changed);
    expect((await refusal('list.docx', changed)).message).toContain('damaged or cut off');
  });

  it('is refused where two parts have one name, or a part is encrypted', async () => {
    const double = Buffer.from(zipped({ 'word/document.xml': 'a', 'word/document.xmm': 'b' }));
    for (let at = double.indexOf('.xmm'); at >= 0; at = double.indexOf('.xmm')) double.write('.xml', at);
    expect((await refusal('double.docx', double)).message).toContain('two parts word/document.xml');
    const locked = Buffer.from(small);
    const entry = locked.indexOf('PK\x01\x02', 0, 'latin1');
    locked.writeUInt16LE(locked.readUInt16LE(entry + 8) | 1, entry + 8);
    expect((await refusal('locked.docx', locked)).message).toContain('protected by a password');
  });
});
