import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import ts from 'typescript';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { readBlindHistory, blindingShape, Naming, assignNames } from '../../../src/core/casework/blind';
import type { LogEntry } from '../../../src/core/casework/caseLog';
import { parseCaseFile, setMember } from '../../../src/core/casework/caseFile';
import { expectLinear } from '../../growth';
import { unknownAuthor } from '../../../src/core/errors';

const texts = (author: string, ...ids: string[]) =>
  ids.map((id) => ({ id, author, title: `${author}-${id}.txt`, role: 'known' as const }));
const documents = [...texts('Ann', 'c1', 'd2'), ...texts('Ben', 'a7'), ...texts('Cleo', 'b9', 'e0')];
const names = assignNames(documents);
const naming = new Naming(names, documents);

const evidence = {
  spans: [{ tokens: 3 }],
  candidates: [
    {
      author: 'Ben',
      passages: { alike: [{ author: 'Ann', document: 'd2' }] },
      markers: { for: [{ name: 'Ann', sharers: ['Ann', 'Cleo'], candidate: { count: 1, occasions: 2 } }] },
      verification: { known: [{ document: 'a7', title: 'Ben-a7.txt', share: 1 }] },
    },
  ],
  notes: [{ caveat: 'copyOfKnown', title: 'Cleo-b9.txt', share: 0.5 }],
  vectors: Float32Array.of(1, 2),
};

describe('the names of a blind case', () => {
  it('go by what the texts are, and not by the alphabet', () => {
    expect(names).toEqual({ Ben: 'Writer A', Cleo: 'Writer B', Ann: 'Writer C' });
    expect(assignNames([...documents].reverse())).toEqual(names);
  });

  it('stay when authors come, who get the next letters', () => {
    const more = assignNames([...texts('Zoe', '00'), ...documents], names);
    expect(more).toEqual({ ...names, Zoe: 'Writer D' });
    const many = Array.from({ length: 30 }, (_, i) => texts(`x${i}`, `f${String(i).padStart(2, '0')}`)).flat();
    expect(Object.values(assignNames(many)).slice(25, 28)).toEqual(['Writer Z', 'Writer AA', 'Writer AB']);
  });

  it('replace every author and title, and what is no name stays', () => {
    const masked = naming.mask(evidence);
    expect(JSON.stringify(masked)).not.toMatch(/Ben|Cleo|"author":"Ann"|sharers":\["Ann/);
    expect(masked.candidates[0]!.author).toBe('Writer A');
    expect(masked.candidates[0]!.verification.known[0]!.title).toBe('Writer A text a7');
    expect(masked.candidates[0]!.markers.for[0]).toMatchObject({ name: 'Ann', candidate: { count: 1 } });
    expect(masked.vectors).toBe(evidence.vectors);
    expect(naming.mask({ mode: 'Ben', author: 'somebody' })).toEqual({ mode: 'Ben', author: 'somebody' });
  });

  it('replace a name in a field that nobody declared, and the names in a sentence of the program', () => {
    const anything = { added: 'Ann', lists: [['Ben', 'Cleo']], map: new Map([['k', { problem: 'of Ben-a7.txt' }]]) };
    expect(naming.mask(anything)).toEqual({
      added: 'Writer C',
      lists: [['Writer A', 'Writer B']],
      map: new Map([['k', { problem: 'of Writer A text a7' }]]),
    });
    const notice = { code: 'link', values: { file: 'known/Ann/x.txt', texts: 'Ann: Ben-a7.txt' } };
    expect(naming.mask(notice).values).toEqual({ file: 'known/…', texts: 'Writer C: Writer A text a7' });
  });

  it.each(['p', 'I', 'roof', 'Meadow', 'class', 'Ann'])(
    'leave words, tags and codes as they are where an author is called %s',
    (author) => {
      const own = texts(author, 'a7');
      const called = new Naming(assignNames(own), own);
      const found = { text: author, before: `${author} think`, mode: author, file: `/home/${author}/q.txt` };
      expect(called.mask(found)).toEqual(found);
      const page = { page: `<p class="roof">I think, ${author}</p>`, tiles: [`the ${author} of the Meadow`] };
      expect(called.mask(page)).toEqual(page);
      expect(called.mask({ author, titles: [`${author}-a7.txt`] })).toEqual({
        author: 'Writer A',
        titles: ['Writer A text a7'],
      });
    },
  );

  it('leave codes of closed lists, the user and the kind of a text where an author is called like them', () => {
    const fields = listClosed();
    expect(fields.length).toBeGreaterThan(20);
    for (const [field, code] of fields) {
      const own = texts(code, 'a7');
      expect(new Naming(assignNames(own), own).mask({ [field]: code }), field).toEqual({ [field]: code });
    }
    const own = [...texts('written', 'a7'), ...texts('Ann', 'b9')];
    const called = new Naming(assignNames(own), own);
    const entry = { by: 'Ann', examiner: 'Ann', outcome: 'First candidate: written, no ratio. (written, letter)' };
    const masked = { ...entry, outcome: 'First candidate: Writer A, no ratio. (written, letter)' };
    expect(called.mask(entry)).toEqual(masked);
    expect(called.unmask(masked)).toEqual(entry);
  });

  it('stay as they are when what is masked is masked again', () => {
    const odd = [...texts('Writer', '1a'), ...texts('A', '2b'), ...texts('Writer B', '3c'), ...documents];
    const given = assignNames(odd);
    expect(Object.values(given)).not.toContain('Writer B'); // an author's own name
    expect(new Set(Object.values(given)).size).toBe(Object.keys(given).length);
    const twice = new Naming(given, odd);
    const said = { message: 'Writer, A and Writer B are not Ann: see A-2b.txt.', author: 'Writer' };
    expect(twice.mask(twice.mask(said))).toEqual(twice.mask(said));
    expect(twice.unmask(twice.mask(said))).toEqual(said);
  });

  it('are found in a time that grows with the length of a sentence alone', async () => {
    const many = Array.from({ length: 2000 }, (_, i) => texts(`Name${i} of ${i}`, `${i}`)).flat();
    const called = new Naming(assignNames(many), many);
    await expectLinear((size) => called.mask({ message: 'Name7 of 7, and Name8 '.repeat(size) }), 400);
  });

  it('give the names back', () => {
    expect(naming.unmask(naming.mask(evidence))).toEqual(evidence);
    const outcome = { asked: { kind: 'author', author: 'Ann' }, outcome: 'First candidate: Ann, no support. Annex.' };
    const masked = naming.mask(outcome);
    expect(masked).toEqual({
      asked: { kind: 'author', author: 'Writer C' },
      outcome: 'First candidate: Writer C, no support. Annex.',
    });
    expect(naming.unmask(masked)).toEqual(outcome);
  });

  it('are given back whatever the authors are called', () => {
    const author = fc.string({ minLength: 1 }).filter((name) => !name.startsWith('Writer '));
    fc.assert(
      fc.property(fc.uniqueArray(author, { minLength: 1 }), (authors) => {
        const own = authors.map((author, i) => ({ id: `id-${i}`, author, title: `t${i}`, role: 'known' as const }));
        const called = new Naming(assignNames(own), own);
        const lines = authors.map((author) => ({ author }));
        expect(called.unmask(called.mask(lines))).toEqual(lines);
        expect(new Set(called.mask(lines).map((line) => line.author)).size).toBe(authors.length);
      }),
    );
  });

  it('say of a title that several texts have no author', () => {
    const same = [
      { id: 'a7', author: 'Ben', title: 'letter.txt', role: 'known' as const },
      { id: 'b9', author: 'Cleo', title: 'letter.txt', role: 'known' as const },
    ];
    const called = new Naming(assignNames(same), same);
    const note = { caveat: 'copyOfKnown', title: 'letter.txt' };
    expect(called.mask(note).title).toBe('text b9 or another');
    expect(called.unmask(called.mask(note))).toEqual(note);
    expect(called.mask({ document: 'b9', title: 'letter.txt' }).title).toBe('Writer B text b9');
  });

  it('come without the work of a known text, which may be as well known as its author', () => {
    const listed = { id: 'a7', author: 'Ben', title: 'Ben-a7.txt', works: ['The Mill'] };
    expect(naming.mask(listed)).toEqual({ id: 'a7', author: 'Writer A', title: 'Writer A text a7' });
    const questioned = { id: 'q.txt', version: 1, works: ['The Weir'] };
    expect(naming.mask(questioned)).toEqual(questioned);
  });

  it('are the only ones that a question may use', () => {
    expect(naming.resolveAuthor('Writer B')).toBe('Cleo');
    expect(() => naming.resolveAuthor('Cleo')).toThrow(/blind/);
    expect(naming.resolveAuthor('nobody')).toBe('nobody');
  });

  it('are in errors, too', () => {
    const error = naming.maskError(unknownAuthor('nobody', documents)) as Error;
    expect(error.message).toContain('Writer A');
    expect(error.message).not.toMatch(/Ann|Ben|Cleo/);
  });

  it('are kept in the case file', () => {
    const blinding = { masked: true, names, unmasked: [{ at: 'then', findings: 'ab'.repeat(32) }] };
    const text = setMember('{"format": "idiograph.case/1", "documents": {}}', 'blind', blinding);
    expect(parseCaseFile(text, 'c').blind).toEqual(blinding);
    expect(() => parseCaseFile(text.replace('true', '"yes"'), 'c')).toThrow(/"blind".*"masked"/);
  });
});

it('gives each author a letter of their own, whatever they are called', () => {
  const authors = ['constructor', '__proto__', 'prototype', 'Ann'];
  const documents = authors.map((author, i) => ({ id: `${i}`, author, role: 'known', title: `${i}.txt` }) as const);
  const json = (names: object): string => JSON.stringify({ masked: true, names, unmasked: [] });
  const read = v.parse(blindingShape, JSON.parse(json(assignNames(documents.slice(0, 3)))));
  const names = assignNames(documents, read.names);
  expect(Object.entries(names)).toHaveLength(4);
  expect(new Set(Object.values(names)).size).toBe(4);
  expect(v.is(blindingShape, JSON.parse('{"masked":true,"names":{"a":1}}'))).toBe(false);
});

it.each([
  ['one mask for two authors', { Ann: 'Writer A', Ben: 'Writer A' }],
  ['the name of another author', { Ann: 'Ben', Ben: 'Ann' }],
])('refuses a case file with %s as a mask', (_, names) => {
  expect(v.is(blindingShape, { masked: true, names, unmasked: [] })).toBe(false);
});

describe('what the log says of a blind case', () => {
  const log = (...events: readonly object[]): readonly LogEntry[] =>
    events.map((event, i) => ({ at: `at ${i}`, event })) as unknown as readonly LogEntry[];
  const asked = {
    kind: 'asked',
    document: 'q.txt',
    outcome: 'First of the search: Ann, ÷3.1 · weak, for another author.',
  };
  const [masked, unmasked] = [{ kind: 'masked' }, { kind: 'unmasked' }];

  it.each([
    ['a ratio before', [asked, masked], ['at 1'], true],
    ['a ratio while names were shown again', [masked, unmasked, asked, masked], ['at 0', 'at 3'], true],
    ['a ratio while they were hidden', [masked, asked, unmasked, masked], ['at 0', 'at 3'], false],
    ['a ratio once they were shown', [masked, unmasked, asked], ['at 0'], false],
    ['a ratio of another text', [{ ...asked, document: 'r.txt' }, masked], ['at 1'], false],
    ['no ratio', [{ ...asked, outcome: 'First candidate: Ann, no ratio.' }, masked], ['at 1'], false],
  ])('has the times, and %s', (_, events, hidden, seenBefore) => {
    expect(readBlindHistory('q.txt', log(...events))).toEqual({ hidden, seenBefore });
  });
});

/** Fields of evidence, logs and answers that have codes of a closed list, each with one of its codes. */
function listClosed(): readonly (readonly [field: string, code: string])[] {
  const source = path.join(import.meta.dirname, '../../../src/core/domain');
  const nodes: ts.Node[] = [];
  const collect = (node: ts.Node): void => {
    nodes.push(node);
    ts.forEachChild(node, collect);
  };
  for (const name of [...fs.readdirSync(source), '../errors.ts'])
    collect(ts.createSourceFile(name, fs.readFileSync(path.join(source, name), 'utf8'), ts.ScriptTarget.Latest, true));
  const aliases = new Map(nodes.filter(ts.isTypeAliasDeclaration).map(({ name, type }) => [name.text, type]));
  const findCode = (type: ts.TypeNode): string | undefined => {
    if (ts.isTypeOperatorNode(type) || ts.isParenthesizedTypeNode(type)) return findCode(type.type);
    if (ts.isArrayTypeNode(type)) return findCode(type.elementType);
    if (ts.isUnionTypeNode(type)) return findCode(type.types[0]!);
    if (ts.isLiteralTypeNode(type)) return ts.isStringLiteral(type.literal) ? type.literal.text : undefined;
    const alias = ts.isTypeReferenceNode(type) && aliases.get(type.typeName.getText());
    return alias ? findCode(alias) : undefined;
  };
  return nodes.filter(ts.isPropertySignature).flatMap(({ name, type }) => {
    const code = type && findCode(type);
    return code === undefined ? [] : [[name.getText(), code] as const];
  });
}
