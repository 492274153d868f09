import fs from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalise } from '../../../src/core/text/normalise';
import { BertTokenizer, TokenFlags } from '../../../src/lateInteraction/encoder/tokenizer';

interface ParityCase {
  readonly text: string;
  readonly normalised: string;
  readonly ids: readonly number[];
  readonly offsets: readonly (readonly [number, number])[];
  readonly used: readonly number[];
  readonly usedWithPunctuation: readonly number[];
}

const readJson = (file: string): unknown => JSON.parse(fs.readFileSync(file, 'utf8'));
// Made by the Python side with the tokenizers library: test/fixtures/parity/README.md.
const cases = readJson('test/fixtures/parity/cases.json') as readonly ParityCase[];
const tokenizer = new BertTokenizer(readJson('models/tokenizer.json'), 'tokenizer.json');
const flags = new TokenFlags(tokenizer, false);
const entries = new Map([...tokenizer.vocabulary].map(([entry, id]) => [id, entry]));
const pieces = (text: string): string[] => Array.from(tokenizer.tokenize(text).ids, (id) => entries.get(id)!);

describe('the Python side and the host', () => {
  it.each(cases)('agree about $text', (expected) => {
    expect(normalise(expected.text).text).toBe(expected.normalised);
    const { ids, ranges } = tokenizer.tokenize(expected.normalised);
    expect([...ids]).toEqual(expected.ids);
    expect([...ranges]).toEqual(expected.offsets.flat());
    expect(Array.from(ids, (id) => flags.readFlag(id))).toEqual(expected.used);
    const withPunctuation = new TokenFlags(tokenizer, true);
    expect(Array.from(ids, (id) => withPunctuation.readFlag(id))).toEqual(expected.usedWithPunctuation);
  });
  it('have something to agree about', () => {
    expect(cases.length).toBeGreaterThan(20);
  });
});

describe('BertTokenizer', () => {
  // What tokenizers 0.23.3 answers with the same tokenizer.json.
  it.each([
    ['Unaffable caf\u00e9s', ['una', '##ffa', '##ble', 'cafes']],
    ['e\u0301t\u00e9 \u0130', ['et', '##e', 'i']],
    ['don\u2019t \u2260 no', ['don', '\u2019', 't', '=', 'no']],
    ['\u65e5\u672c x\u4e2dy', ['\u65e5', '\u672c', 'x', '\u4e2d', 'y']],
    ['a\u0000b\tc\u000bd', ['ab', 'cd']],
    ['[MASK] [mask]', ['[MASK]', '[', 'mask', ']']],
    [`${'x'.repeat(101)} y`, ['[UNK]', 'y']],
  ])('splits %j as the library does', (text, expected) => {
    expect(pieces(text)).toEqual(expected);
  });

  it('gives ranges in UTF-16 code units that ascend and stay inside the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const { ids, ranges } = tokenizer.tokenize(text);
        expect(ranges).toHaveLength(2 * ids.length);
        for (let t = 0; t < ids.length; t++) {
          expect(ranges[2 * t]!).toBeGreaterThanOrEqual(t === 0 ? 0 : ranges[2 * t - 2]!);
          expect(ranges[2 * t + 1]!).toBeGreaterThan(ranges[2 * t]!);
          expect(ranges[2 * t + 1]!).toBeLessThanOrEqual(text.length);
        }
      }),
    );
  });
  it('has the same tokens on both sides of a space, together or apart', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 30 }),
        fc.string({ unit: 'binary', maxLength: 30 }),
        (a, b) => {
          expect(pieces(`${a} ${b}`)).toEqual([...pieces(a), ...pieces(b)]);
        },
      ),
    );
  });
  it.each([null, 3, {}, { model: {} }, { ...(readJson('models/tokenizer.json') as object), normalizer: null }])(
    'refuses another kind of file: %#',
    (json) => {
      expect(() => new BertTokenizer(json, 'tokenizer.json')).toThrow(
        expect.objectContaining({ code: 'ModelCorrupt' }) as Error,
      );
    },
  );
});
