import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCaseFile, setDocuments, setMember } from '../../../src/core/casework/caseFile';

const letter = { role: 'questioned', mode: 'written', genre: 'letter', language: 'en' } as const;

describe('what is said of documents in a case file', () => {
  const text =
    '{\n  "format": "idiograph.case/1",\n  "documents": {"known/a/1": {"role": "known", "author": "A", "note": "x"}},\n  "pinned": {}\n}\n';

  it('is added beside the other entries, a line each, and nothing else changes', () => {
    const written = setDocuments(text, new Map([['questioned/q.txt', letter]]));
    expect(written).toBe(
      text.replace(
        '{"known/a/1": {"role": "known", "author": "A", "note": "x"}}',
        '{\n    "known/a/1": { "role": "known", "author": "A", "note": "x" },\n    "questioned/q.txt": { "role": "questioned", "mode": "written", "genre": "letter", "language": "en" }\n  }',
      ),
    );
  });

  it('takes the place of what was said before, and keeps what else the entry has', () => {
    const said = new Map([['known/a/1', { ...letter, role: 'known', author: 'A' } as const]]);
    const { documents } = JSON.parse(setDocuments(text, said)) as { documents: Record<string, object> };
    expect(documents).toEqual({ 'known/a/1': { ...letter, role: 'known', author: 'A', note: 'x' } });
  });

  it('is read back for any path that a document may have', () => {
    const path = fc.string().map((name) => `${name}.txt`);
    fc.assert(
      fc.property(fc.dictionary(path, fc.constant(letter)), (said) => {
        const written = setDocuments(text, new Map(Object.entries(said)));
        const { documents } = parseCaseFile(written, 'c');
        for (const path of Object.keys(said)) expect(documents.get(path)).toEqual({ ...letter, stated: true });
      }),
    );
  });
});

describe('the senders of a mailbox in a case file', () => {
  it('are read back, and the next mailbox is written beside them', () => {
    const text = '{ "format": "idiograph.case/1", "documents": {} }';
    const one = setMember(text, 'senders', { 'known/a/in.mbox': ['ann@x.example', 'a "b"@x.example'] });
    const { senders } = parseCaseFile(one, 'c');
    expect(senders).toEqual({ 'known/a/in.mbox': ['ann@x.example', 'a "b"@x.example'] });
    const both = setMember(one, 'senders', { ...senders, 'known/b/in.mbox': ['bo@x.example'] });
    expect(Object.keys(parseCaseFile(both, 'c').senders ?? {})).toEqual(['known/a/in.mbox', 'known/b/in.mbox']);
  });
});
