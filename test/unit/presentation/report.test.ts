import { describe, expect, it } from 'vitest';
import { renderReport, type ReportFacts } from '../../../src/presentation/report';
import type { Verification } from '../../../src/core/domain';

const verification: Verification = {
  llr: 1.6,
  interval: [1.1, 2],
  bounds: [-1.5, 2],
  answer: true,
  verifier: 'written',
  calibrationId: 'ww-same-1000',
  condition: { modes: 'written-written', genreRelation: 'same', words: 1000 },
  population: { id: 'bundled', authors: 612, genres: ['letter'], years: [1900, 2020] },
  scale: { name: 'ENFSI 2015', label: 'moderate support' },
  errorRate: 0.1,
  caveats: ['selectedBySearch'],
  notes: [],
  authorsSearched: 5,
};

const facts: ReportFacts = {
  version: '0.1.0',
  questioned: {
    id: 'letter <1>.txt',
    text: 'A text with <script>alert(1)</script> & "quotes" in it.',
    mode: 'written',
    genre: 'letter',
    language: 'en',
    version: 1,
    sha256: 'ab'.repeat(32),
  },
  known: new Map([
    [
      'k1',
      {
        id: 'k1',
        text: 'Known <b>text</b> here.',
        title: 'Minutes & notes',
        author: 'Author A',
        role: 'known',
        mode: 'written',
        genre: 'minutes',
        language: 'en',
      },
    ],
  ]),
  evidence: {
    document: { id: 'letter <1>.txt', version: 1, sha256: 'ab'.repeat(32) },
    index: 'cd'.repeat(32),
    models: { encoder: 'ec'.repeat(32), population: 'ef'.repeat(32) },
    otherParts: [],
    settings: { n: 2 },
    spans: [],
    caveats: [],
    notes: [],
    candidates: [
      {
        author: 'Author A',
        score: 0.61,
        tier: 'fp32',
        verification,
        pairs: [{ questioned: { start: 12, end: 20 }, document: 'k1', known: { start: 6, end: 9 }, similarity: 0.9 }],
      },
    ],
  },
};

const html = renderReport(facts);

describe('a report', () => {
  it('names index, model, population, hypotheses and version', () => {
    for (const named of [
      'cd'.repeat(32),
      'ec'.repeat(32),
      'ef'.repeat(32),
      'bundled',
      '612',
      'Hypotheses',
      'Idiograph 0.1.0',
    ])
      expect(html).toContain(named);
  });

  it('names what differs from what the case file pins, with both hashes', () => {
    const otherParts = [{ part: 'encoder', pinned: '12'.repeat(32), used: 'ec'.repeat(32) }];
    const evidence = { ...facts.evidence, caveats: ['otherThanPinned'] as const, otherParts };
    expect(html).not.toContain('pins');
    expect(renderReport({ ...facts, evidence })).toContain(
      `The case file pins encoder ${'12'.repeat(32)}; ${'ec'.repeat(32)} was used.`,
    );
  });

  it('says what there is to say of the texts, with its figures', () => {
    const notes = [{ caveat: 'copyOfKnown', title: 'b.txt', share: 0.71 }] as const;
    const noted = renderReport({ ...facts, evidence: { ...facts.evidence, notes } });
    expect(noted).toMatch(/<p class="caveat">Known texts left out as copies .*: b\.txt \(71\)\.<\/p>/);
  });

  it('escapes everything that came from a document', () => {
    expect(html).not.toContain('<script>');
    expect(html).not.toContain('<b>');
    expect(html).toContain('letter &lt;1&gt;.txt');
  });

  it('loads nothing and runs nothing', () => {
    expect(html).toContain("default-src 'none'");
    expect(html).not.toMatch(/src=|href=|url\(/);
  });

  it('says no forbidden word', () => {
    expect(html.toLowerCase()).not.toMatch(/\bmatch|confidence|probability that|identified/);
  });

  it('is the same bytes for the same review', () => {
    expect(renderReport(facts)).toBe(html);
  });
});
