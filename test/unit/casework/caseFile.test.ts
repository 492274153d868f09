import { describe, expect, it } from 'vitest';
import { describeNotice } from '../../../src/presentation/words/notices';
import { describeByFolder, parseCaseFile } from '../../../src/core/casework/caseFile';

const caseText = (documents: unknown): string => JSON.stringify({ format: 'idiograph.case/1', documents });

const range = { start: 3, end: 9, isAuthors: false, sha256: 'a'.repeat(64) };
const ranged = (ranges: unknown): string => caseText({ x: { role: 'questioned', ranges } });

describe('a case file', () => {
  it('says which ranges of a document were left out or taken back by hand', () => {
    const ranges = [{ ...range, start: 9, end: 20, isAuthors: true }, range];
    expect(parseCaseFile(ranged(ranges), 'case.json').documents.get('x')?.ranges).toEqual(ranges);
  });

  it('says role, author, mode, genre and language of a document', () => {
    const text = caseText({
      'known/a/x.txt': { role: 'known', author: 'A', mode: 'written', genre: 'letter', language: 'en' },
    });
    expect(parseCaseFile(text, 'case.json').documents.get('known/a/x.txt')).toEqual({
      role: 'known',
      author: 'A',
      mode: 'written',
      genre: 'letter',
      language: 'en',
      stated: true,
    });
  });

  it('says of a document that it is not known how it was produced, or nothing of that', () => {
    const { documents } = parseCaseFile(
      caseText({ a: { role: 'questioned', mode: 'unknown' }, b: { role: 'questioned' } }),
      'case.json',
    );
    expect(documents.get('a')?.stated).toBe(true);
    expect(documents.get('b')?.stated).toBeUndefined();
  });

  it('takes what is left out as unknown', () => {
    const text = caseText({ 'questioned/q.txt': { role: 'questioned' } });
    const file = parseCaseFile(text, 'case.json');
    expect(file.documents.get('questioned/q.txt')).toMatchObject({ mode: 'unknown', genre: 'unknown', language: 'en' });
  });

  it('takes the author of a known text from its folder, unless the entry names another', () => {
    const entries = {
      'known/Ann Lee/a.txt': { role: 'known' },
      'known/Ann Lee/b.txt': { role: 'known', author: 'Bo' },
    };
    const { documents } = parseCaseFile(caseText(entries), 'case.json');
    expect([...documents.values()].map(({ author }) => author)).toEqual(['Ann Lee', 'Bo']);
  });

  it('says of a fault that the case file must be corrected', () => {
    expect(() => parseCaseFile('{', 'case.json')).toThrow(/Correct the case file, or restore an earlier copy of it\.$/);
  });

  it.each([
    ['{', 'it is not JSON'],
    ['{}', 'idiograph.case/1'],
    [caseText({ x: { role: 'guilty' } }), '"role" must be one of'],
    [caseText({ x: { role: 'known' } }), 'case.json, "x"'],
    [caseText({ x: { role: 'known' } }), '"author" is missing'],
    [caseText({ x: { role: 'known', author: '' } }), '"author" must be a text'],
    [caseText({ x: { role: 'questioned', author: 7 } }), '"author" must be a text'],
    [caseText({ x: { mode: 'written' } }), '"role" is missing'],
    [caseText({ x: 5 }), 'it must be an object'],
    [caseText([]), '"documents" must be an object'],
    [caseText({ x: { role: 'questioned', mode: 'sung' } }), '"mode" must be one of'],
    [caseText({ x: { role: 'questioned', sha256: 'abc' } }), '"sha256" must be 64 hex digits'],
    [ranged({}), '"ranges" must be a list'],
    [ranged([{ ...range, start: -1 }]), '"ranges.0.start" must be a whole number of at least 0'],
    [ranged([{ ...range, end: 0.5 }]), '"ranges.0.end" must be a whole number of at least 1'],
    [ranged([{ ...range, isAuthors: 'no' }]), '"ranges.0.isAuthors" must be true or false'],
    [ranged([{ ...range, sha256: 'abc' }]), '"ranges.0.sha256" must be 64 hex digits'],
    [ranged([{ ...range, why: 'a quote' }]), 'there is no "ranges.0.why"'],
    [ranged([{ ...range, end: 3 }]), '"ranges" must be a list of ranges, each with a start below its end'],
    [ranged([range, { ...range, start: 8, end: 20 }]), 'that do not overlap'],
  ])('refuses %s', (text, reason) => {
    expect(() => parseCaseFile(text, 'case.json')).toThrow(reason);
  });
});

describe('what a case file pins', () => {
  const pinnedText = (pinned: unknown): string => JSON.stringify({ format: 'idiograph.case/1', documents: {}, pinned });
  const index = 'a'.repeat(64);

  it('is the index by its content hash and models by their ids or hashes', () => {
    const pinned = { index, models: { encoder: 'encoder@a2eaa7eb8852' } };
    expect(parseCaseFile(pinnedText(pinned), 'case.json').pinned).toEqual(pinned);
    expect(parseCaseFile(pinnedText({}), 'case.json').pinned).toEqual({ models: {} });
    expect(parseCaseFile(caseText({}), 'case.json').pinned).toBeUndefined();
  });

  it.each([
    [5, 'it must be an object'],
    [[], 'it must be an object'],
    [{ index: 'abc' }, '"index" must be 64 hex digits'],
    [{ models: [] }, '"models" must be an object'],
    [{ models: { encoder: '' } }, '"models.encoder" must be a text'],
    [{ indx: index }, 'there is no "indx"'],
  ])('is refused where it cannot be understood: %j', (pinned, reason) => {
    expect(() => parseCaseFile(pinnedText(pinned), 'case.json')).toThrow(reason);
  });
});

describe('keys that occur twice in a case file', () => {
  it('are named once each, at whatever depth and however they are escaped', () => {
    const json =
      '{"format":"idiograph.case/1","documents":{"q":{"role":"questioned","genre":"a","genre":"b"},' +
      '"r":{"role":"questioned"},"\\u0071":{"role":"questioned"}},"x\\"{":["q","q",{"genre":1}],"y":"genre"}';
    expect(parseCaseFile(json, 'c.json').warnings).toEqual([
      { code: 'doubledKey', values: { file: 'c.json', key: 'genre' } },
      { code: 'doubledKey', values: { file: 'c.json', key: 'q' } },
      ...['x"{', 'y'].map((key) => ({ code: 'unknownKey', values: { file: 'c.json', key } })),
    ]);
  });
});

describe('keys of a case file that are not read', () => {
  const warned = (caseFile: object): readonly string[] =>
    parseCaseFile(JSON.stringify({ format: 'idiograph.case/1', documents: {}, ...caseFile }), 'c.json').warnings.map(
      (warning) => describeNotice(warning),
    );

  it.each([
    ['oenre', 'genre'],
    ['Genre', 'genre'],
    ['lnaguage', 'language'],
    ['mdoe', undefined],
    ['note', undefined],
    ['sha-256', 'sha256'],
  ])('are named, with the one that may have been meant: %s', (key, meant) => {
    const entry = { role: 'questioned', [key]: 'x' };
    const said = meant === undefined ? '' : ` Did you mean "${meant}"?`;
    expect(warned({ documents: { a: entry, b: entry } })).toEqual([
      `c.json has "${key}", which Idiograph does not read.${said}`,
    ]);
  });

  it('are named at the top, too', () => {
    expect(warned({ pined: { models: {} }, examiner: 'E' })).toEqual([
      'c.json has "pined", which Idiograph does not read. Did you mean "pinned"?',
      'c.json has "examiner", which Idiograph does not read.',
    ]);
    expect(
      warned({ documents: { a: { role: 'known', author: 'A', mode: 'written', genre: 'g', language: 'en' } } }),
    ).toEqual([]);
  });
});

describe('a case without a case file', () => {
  it('names authors by their folders', () => {
    expect(describeByFolder('known/author-a/letter.txt')).toMatchObject({ role: 'known', author: 'author-a' });
    expect(describeByFolder('population/p1/x.txt')).toMatchObject({ role: 'population', author: 'p1' });
    expect(describeByFolder('questioned/q.txt')).toMatchObject({ role: 'questioned' });
  });

  it('knows nothing of other places', () => {
    expect(describeByFolder('notes/x.txt')).toBeUndefined();
    expect(describeByFolder('known/loose.txt')).toBeUndefined();
  });
});
