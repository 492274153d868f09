import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readKeptResult, toRecord } from '../../../src/core/casework/keptRecords';
import { packEvidence } from '../../../src/core/casework/packEvidence';
import { readReport, requireReport } from '../../../src/core/casework/reportFile';
import type { AuthorMarkers, Evidence, Marker, Passage, Verification } from '../../../src/core/domain/evidence';
import { evidenceOf, findingsOf, passageOf, statement, targetOf } from '../presentation/exampleFindings';

const comma: Marker = {
  ...{
    name: 'a comma before and',
    family: 'marks',
    per: 'places',
    isMore: true,
    leads: true,
    weight: 1.25,
    shared: 0.1,
  },
  ...{ questioned: { count: 2, occasions: 3 }, candidate: { count: 8, occasions: 9 }, population: 0.29 },
  texts: [{ document: 'known-1', count: 8, occasions: 9 }],
  others: [0.1, 0.25, 0.25, 0.5],
  sharers: ['Author D', 'somebody who is no candidate'],
  places: [{ start: 4, end: 9 }, { start: 20, end: 25 }], // oxfmt-ignore
};
const ofOther: Marker = {
  ...comma,
  ...{ isMore: false, leads: false, weight: -0.5, candidate: { count: 0, occasions: 4 }, sharers: ['Author B'] },
  ...{ texts: [{ document: 'known-9', count: 0, occasions: 4 }], others: [0.1, 0.25, 0.75] },
};
const uncounted: Marker = { ...comma, name: 'thru', family: 'own', population: undefined, others: [], places: [] };

function markersOf(markers: Pick<AuthorMarkers, 'for' | 'against'>): AuthorMarkers {
  return {
    ...{ looked: 30, others: 4, asNear: 1, isNear: true, silent: ['capitals'], sample: { authors: 4, texts: 8 } },
    population: { mode: 'written', genre: undefined, authors: 823 },
    ...markers,
  };
}

const passage: Passage = {
  ...passageOf('Author D', { start: 0, end: 17 }, 'known-9', { start: 0, end: 5 }),
  ...{ apart: 'others', others: { of: 5, sharers: ['Author B', 'Author Z'], within: 3 } },
};
const note = { caveat: 'copyOfKnown', title: 'a letter', share: 1 } as const;
const full: Verification = {
  ...statement,
  notes: [note, { caveat: 'namesAuthor', title: 'q', share: 1, words: ['Author B'] }],
  densities: { from: -1, to: 1, same: [0.25, 0.75], different: [0.5, 0.5], score: 0.3 },
  ...{ carriedBy: { from: 1, to: 5, llrWithout: 0.2 }, second: { llr: 0.3, bounds: [-1, 1] }, validatedOn: 'index' },
};

/** Findings with each field that files have. */
const rich: Evidence = {
  ...evidenceOf(undefined),
  lock: { hash: 'ab', changed: [] },
  server: { name: 'lab', searched: { contentHash: 'cd', documents: 3, authors: 2, unranked: 0 } },
  split: {
    authors: ['Author B', 'Author D'],
    parts: [
      { start: 0, end: 9, words: 2 },
      { start: 10, end: 19, words: 2 },
    ],
    apart: 1,
  },
  order: { silent: ['Author D'], sameWork: ['a letter'], withoutSubjects: 'Author D' },
  caveats: ['exploratory'],
  notes: [note],
  candidates: [
    {
      ...{ author: 'Author B', score: 0.6, tier: 'combined', order: 0.5, discriminant: -0.1, relation: 'same' },
      passages: {
        ...{
          alike: [passageOf('Author B', { start: 2, end: 17 }, 'known-1', { start: 7, end: 22 })],
          against: [passage],
        },
        ...{
          apart: [passage],
          unread: [{ questioned: { start: 1, end: 2 }, title: 't', known: { start: 3, end: 4 }, score: 0.9 }],
        },
      },
      markers: markersOf({ for: [comma, uncounted], against: [{ ...comma, weight: -1 }] }),
      verification: full,
    },
    {
      ...{ author: 'Author D', score: 0.5, tier: 'combined', from: 'both' },
      passages: { alike: [], against: [], apart: [passage] },
      markers: markersOf({ for: [], against: [ofOther] }),
      verification: {
        ...full,
        llr: undefined,
        reason: 'shortDocument',
        notes: [note],
        densities: { ...full.densities!, score: 0.9 },
      },
    },
    { author: 'Author E', score: 0.4, tier: 'combined' },
  ],
};

const copy = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;
const kept = findingsOf(targetOf('file:///case/questioned/letter.txt', 1));
const write = (evidence: Evidence): unknown => copy(toRecord({ ...kept, document: 'a', evidence }));
const packed = copy(packEvidence(rich));

describe('packed findings', () => {
  it('are the same findings when they are read again', () => {
    expect(readKeptResult(write(rich))!.evidence).toEqual(copy(rich));
  });

  it('have what candidates share once', () => {
    const { tables, candidates } = packed;
    expect(tables.documents).toEqual(['known-1', 'known-9', 'letter 1', 'letter 2', 'minutes']);
    expect(tables.markers.map(({ name, others }) => [name, others])).toEqual([
      ['a comma before and', [0.1, 0.25, 0.25, 0.5, 0.75]],
      ['thru', []],
    ]);
    expect([tables.passages, tables.notes, tables.populations, tables.densities].map(({ length }) => length)).toEqual([
      2, 2, 1, 1,
    ]);
    expect(candidates[1]).toMatchObject({
      passages: { apart: [1] },
      markers: { against: [{ marker: 0, texts: [[1, 0, 4]], sharers: [0], without: [2, 3] }] },
      verification: { notes: [0], population: 0, densities: { place: 0, score: 0.9 } },
    });
  });

  it('keep the rates of others of every candidate', () => {
    const rates = fc.array(fc.constantFrom(0, 0.1, 0.2, 0.3, 0.4), { maxLength: 8 });
    fc.assert(
      fc.property(fc.array(rates, { minLength: 1, maxLength: 4 }), (lists) => {
        const candidates = lists.map((others, i) => ({
          ...{ author: `${i}`, score: 1, tier: 'combined' as const },
          markers: markersOf({ for: [{ ...comma, others: others.toSorted((a, b) => a - b) }], against: [] }),
        }));
        const evidence = { ...rich, candidates };
        expect(readKeptResult(write(evidence))!.evidence).toEqual(copy(evidence));
        expect(packEvidence(evidence).tables.markers).toHaveLength(1);
      }),
    );
  });
});

describe('the JSON of a report', () => {
  const facts = {
    ...{ format: 'idiograph.report-facts/2', version: '1', known: [] },
    questioned: { id: 'q.txt', sha256: 'ab', mode: 'written', genre: 'letter', language: 'en' },
  };
  const withFindings = (evidence: unknown, format = facts.format): string =>
    JSON.stringify({ ...facts, format, questions: [{ kind: 'search', chosen: [], evidence }] });
  const read = (json: string): unknown => requireReport(json, (problem) => new Error(`r.json: ${problem}`));
  /** The packed findings with another value in one place. */
  const changed = (path: string, value: unknown): string => {
    const keys = path.split('.');
    const result = copy<object>(packed);
    const holder = keys.slice(0, -1).reduce((at, key) => (at as Record<string, object>)[key]!, result);
    (holder as Record<string, unknown>)[keys.at(-1)!] = value;
    return withFindings(result);
  };

  it('is read as the same findings in both formats', () => {
    const [first, second] = [withFindings(rich, 'idiograph.report-facts/1'), withFindings(packed)].map(readReport);
    expect(second!.questions).toEqual(first!.questions);
    expect(first!.questions[0]).toMatchObject({ evidence: { candidates: copy(rich.candidates) } });
  });

  it.each([
    ['tables', undefined, '"questions.0.evidence.tables" is missing'],
    ['tables.markers', 5, 'markers" must be a list'],
    ['tables.markers.1.others', ['high'], '"questions.0.evidence.tables.markers.1.others.0" must be a number'],
    ['tables.markers.0.places.1', [3], 'places.1.1" is missing'],
    ['tables.markers.0.extra', 1, 'there is no "questions.0.evidence.tables.markers.0.extra"'],
    ['tables.passages.0.document', 5, 'document" must be a place in tables.documents, which has a length of 5'],
    ['tables.passages.1.others.sharers.0', 3, 'sharers.0" must be a place in candidates, which has a length of 3'],
    ['candidates.0.passages.apart.0', 2, 'apart.0" must be a place in tables.passages, which has a length of 2'],
    [
      'candidates.0.markers.for.0.marker',
      2,
      '"questions.0.evidence.candidates.0.markers.for.0.marker" must be a place in tables.markers',
    ],
    [
      'candidates.0.markers.for.0.without.0',
      5,
      'without.0" must be a place in tables.markers.0.others, which has a length of 5',
    ],
    ['candidates.0.markers.for.0.texts.0.0', -1, 'texts.0.0" must be a whole number of at least 0'],
    ['candidates.0.verification.known.2.document', 'x', 'known.2.document" must be a whole number'],
    ['candidates.1.verification.notes.0', 2, 'notes.0" must be a place in tables.notes, which has a length of 2'],
    [
      'candidates.1.verification.population',
      1,
      'population" must be a place in tables.populations, which has a length of 1',
    ],
    ['candidates.1.verification.densities.place', 1, 'densities.place" must be a place in tables.densities'],
    ['tables.passages.1.author', null, '1.author" must be an author, or the place of a candidate'],
    ['candidates', {}, 'must be a place in candidates, which has a length of 0'],
    ['models', undefined, '"questions.0.evidence.models" is missing'],
  ])('is refused by the name of the file and the field where %s is %j', (path, value, problem) => {
    expect(() => read(changed(path, value))).toThrow(problem);
    expect(() => read(changed(path, value))).toThrow('r.json: it is not the JSON that is written beside a report: ');
    expect(readReport(changed(path, value))).toBeUndefined();
  });

  it('is refused where its format is unknown or it is no JSON', () => {
    expect(() => read(withFindings(packed, 'idiograph.report-facts/3'))).toThrow(
      '"format" must be idiograph.report-facts/2 or idiograph.report-facts/1',
    );
    for (const other of ['', '[1]', 'null', '{"a":1}'])
      expect(() => read(other)).toThrow(/^r\.json: it is not the JSON that is written beside a report$/);
  });
});
