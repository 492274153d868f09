import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { neverStops } from '../../src/core/basics/work';
import { encodeText } from '../../src/core/text/encodeText';
import { HashingEncoder } from '../fakes/hashingEncoder';
import { knownDocument } from '../fakes/knownSpans';
import { Between } from './between';
import { newAddress, openServerIndex } from './serverIndex';

const between = new Between();
beforeAll(() => between.start());
afterAll(() => between.close());

const known = 'The quixotic kettle hums in Ballymena. Zephyrine gulls argue over the marmalade.';
const questioned = 'Obstreperous badgers waltzed past Llandudno. Nobody bought the vermilion umbrella.';

/** Every run of three bytes and more that a text could be told by, in whatever of the usual writings. */
function traces(text: string): readonly string[] {
  const words = text.match(/\w{5,}/g)!;
  const encodings = (word: string): readonly string[] => {
    // the middle of a word in base64, whatever stands before it
    const inBase64 = [0, 1, 2].map((skip) => Buffer.from(word.slice(skip)).toString('base64').slice(0, 8));
    return [word, Buffer.from(word).toString('hex'), ...inBase64.filter((each) => each.length === 8)];
  };
  return words.flatMap(encodings);
}

describe('what is sent to the server', () => {
  it('has no word of a known text or of the questioned one, and of the latter nothing but codes', async () => {
    const encoder = new HashingEncoder();
    const { url } = newAddress();
    const index = await openServerIndex({ url: between.url(url) }, encoder);
    const spansOf = (text: string) => encodeText(text, encoder, { n: 2, stop: neverStops });
    await index.add(knownDocument('Ann', known, { title: 'Letter 1' }), await spansOf(known));
    expect(between.sent).toContain('"author":"Ann"');
    expect(traces(known).filter((trace) => between.sent.includes(trace))).toEqual([]);

    between.sent = '';
    const [span] = await spansOf(questioned);
    const options = { limit: 10, scope: { role: 'known' }, scanned: Infinity } as const;
    const listed = await index.shortlist(span!, options, neverStops);
    await index.rerank(span!, listed, neverStops);
    await index.findCopies(questioned);
    await index.close();
    expect(traces(questioned).filter((trace) => between.sent.includes(trace))).toEqual([]);
    const bodies = between.sent
      .split('\n')
      .filter((line) => line.startsWith('{"size"') && line.includes('script_score'));
    expect(bodies).toHaveLength(1);
    const codes = /"params":\{"codes":\[(-?\d+(,-?\d+)*)\]\}/.exec(bodies[0]!)![1]!.split(',');
    expect(codes).toHaveLength(span!.patches.ranges.length / 2);
    expect(bodies[0]!.length - codes.join().length).toBeLessThan(400); // there is no room for vectors
  });
});
