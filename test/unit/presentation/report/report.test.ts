import { describe, expect, it } from 'vitest';
import { readPassageWords } from '../../../../src/presentation/decisions';
import type { NamedVerification, Verification } from '../../../../src/core/domain/evidence';
import { reportPassages, searchQuestion } from '../../../../src/presentation/report/reportFacts';
import { formatLocalTime } from '../../../../src/core/casework/caseLog';
import { renderReport, reportBegins, reportJson, reportJsonBegins } from '../../../../src/presentation/report/report';
import { factsOf, named, noPassages, questioned, settings, source } from './exampleReport';
import { evidenceOf, firstStatement, statement } from '../exampleFindings';

const facts = await factsOf();
const html = renderReport(facts);
describe('a report', () => {
  it('says when and in which case it was made, and leaves a line for who signs it', () => {
    for (const named of ['22 November 2026, 18:04 (UTC+01:00)', 'Halden &lt;case>', 'Examiner', '_____', 'Signature'])
      expect(html).toContain(named);
    expect(renderReport({ ...facts, examiner: 'E. Xaminer' })).toContain('Signature: E. Xaminer');
  });

  it('opens with the instruction, the materials, the question and the opinion, before any finding', () => {
    const heads = [...html.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, head]) => head);
    expect(heads.slice(0, 8)).toEqual([
      ...['Instruction', 'Materials received', 'Question', 'Propositions', 'Propositions', 'Findings', 'Opinion'],
      'Findings',
    ]);
    const asked = renderReport({ ...facts, instruction: 'Compare <the> letters.', unread: [] });
    expect(asked).toContain('<h2>Instruction</h2><p>Compare &lt;the> letters.</p>');
    expect(html).toContain('Known: 400 words (texts: 1, authors: 1)');
    expect(html).toMatch(
      /<h2>Opinion<\/h2><p class="statement">These findings are 40 times more likely if Author B wrote letter/,
    );
  });

  it('has the opinion with its limits and the signature on the first page, and the rest as appendices', () => {
    const [page] = html.split('<h1 class="appendices">Appendices</h1>');
    const opinion = page!.slice(page!.indexOf('<h2>Opinion'));
    expect(opinion).toContain('<p>×40 moderate support (level 2 of 6)</p>');
    expect(opinion).toContain('If none of 5 authors wrote it, up to 31 of 100 results are this strong.');
    expect(opinion).toContain('Interval of the ratio: ×13 to ×100');
    expect(opinion).toContain('In tests with such texts, 8 of 100 ratios misled.');
    expect(opinion).toContain('Signature');
    expect(page!.replace(/<style>.*?<\/style>|<[^>]*>/g, ' ').split(/\s+/).length).toBeLessThan(350);
  });

  it('lists what was observed without any ratio or opinion, where it is to state no conclusion', async () => {
    const search = await searchQuestion(evidenceOf(statement), questioned, source, 'Author B');
    const asked = { at: '14:02', document: '', sha256: 'ab', title: questioned.id, outcome: 'First: B, 40×.' };
    const log = [{ ...asked, asked: { kind: 'search', authors: 5 } as const }];
    const plain = { ...facts, withoutConclusion: true, questions: [search, facts.questions[1]!], asked: log };
    const page = renderReport(plain);
    expect(page).toContain('This report states no conclusion and no ratio.');
    for (const name of ['Author B', 'Author D']) expect(page).toContain(`Findings: ${name}`);
    expect(page).toContain('class="passage-number">1<');
    expect(page).not.toMatch(/\d×|times more likely|log10|moderate|Propositions|1\. Author/);
    expect(reportJson(plain)).not.toMatch(/llr|40×|verification/);
    expect(reportJson(plain).startsWith(reportJsonBegins)).toBe(true);
  });

  it('compares the first of a search with another author, in the index or not', async () => {
    expect(renderReport(await factsOf(firstStatement))).toMatch(
      /<li>Author B wrote letter[^<]*<\/li><li>Somebody else wrote letter/,
    );
  });

  it('states both propositions before any finding', () => {
    expect(html).toMatch(
      /<h2>Propositions<\/h2><ol><li>Author B wrote letter [^<]*<\/li><li>Another author from the reference population/,
    );
    expect(html.indexOf('Propositions')).toBeLessThan(html.indexOf('<h2>Findings'));
  });

  it('says what moved a ratio, by factors, and never states the ratio beyond its bounds', async () => {
    const rate = { count: 2, occasions: 4000 };
    const parts = {
      ...{ logOdds: 3, start: -1, ngrams: 3.5, markers: 0.5 },
      words: [{ words: 'whilst', weight: 0.3, here: 2, rate: 1.4, first: 1.5, next: 0.01, isSubject: true } as const],
      ofMarkers: [
        { name: 'colons', per: 'words', weight: -0.1, questioned: rate, candidate: rate, others: rate } as const,
      ],
      counted: { known: 4000, others: 20_000, documents: 30, authors: 12 },
    };
    const page = renderReport(await factsOf({ ...statement, parts }));
    expect(page).toContain(
      'The ratio of Author B alone, before tests limit it, is the product of three factors. ÷10.00 is for a text',
    );
    expect(page).not.toContain('×1,000');
    expect(page).toContain(
      '×3,162 is for sequences of letters and words (n-grams). ×3.16 is for all markers; those listed here make up ÷1.26',
    );
    expect(page).toContain('in 4,000 words by Author B and 20,000 words in 30 documents by 12 other authors');
    expect(page).toMatch(/whilst \*(<[^>]*>)+×2\.00(<[^>]*>)+2 \(1\.4\)(<[^>]*>)+1\.5(<[^>]*>)+&lt;0\.1/);
    expect(page).toMatch(/colons(<[^>]*>)+÷1\.26(<[^>]*>)+2 times \(5 in 10,000 words\)/);
    expect(renderReport({ ...(await factsOf({ ...statement, parts })), withoutConclusion: true })).not.toMatch(
      /What moved|×3/,
    );
  });

  it('lists every text with its words and its SHA-256', () => {
    expect(html).toContain('letter &lt;1>.txt · Questioned');
    expect(html).toContain('ab'.repeat(32));
    expect(html).toContain('Minutes of 12 May · Author B · words: 400');
    expect(html).toContain('c0'.repeat(32));
  });

  it('says in which order questions were asked, and what an answer after a search is worth', () => {
    expect(html).toMatch(
      /<li>A search: which of the 2 known authors [^<]*<\/li><li>A named author: did Author D write/,
    );
    expect(html).toContain('This question came after a search of 2 authors.');
    const alone = renderReport({ ...facts, questions: facts.questions.slice(1) });
    expect(alone).not.toContain('had been made');
  });

  it('lists what was asked before, in its order, and warns of a search that came before a named author', () => {
    const about = { document: '../letter.txt', sha256: 'ab', title: 'letter <1>.txt' };
    const search = { ...about, at: '14:02', asked: { kind: 'search', authors: 5 }, outcome: 'First: D.' } as const;
    const named = { ...about, at: '14:05', asked: { kind: 'author', author: 'Author D' }, outcome: '2×' } as const;
    const part = { ...search, at: '14:03', title: 'a selection of letter <1>.txt' };
    const alone = { ...facts, questions: facts.questions.slice(1) };
    const after = renderReport({ ...alone, asked: [search, part, named] });
    expect(after).toMatch(
      /<li>14:02\. A search: which of the 5 known authors [^>]* First: D\.<\/li><li>14:03, a selection of .*?<\/li><li>14:05\. A named author: did Author D [^<]* 2×<\/li><\/ol>/,
    );
    expect(after).toContain('This question came after a search of 5 authors.');
    expect(renderReport({ ...alone, asked: [named, search] })).not.toContain('had been made');
  });

  it('lists every candidate with its ratio or why it has none, and the source of the error rate', async () => {
    const evidence = evidenceOf(statement);
    const [first, second] = evidence.candidates;
    const abstained = {
      ...statement,
      llr: undefined,
      reason: 'shortDocument',
      floor: { questioned: 250, known: 1000 },
      words: 90,
      errorRate: undefined,
      chance: undefined,
    } as const;
    const own = {
      ...statement,
      llr: -0.12,
      validatedOn: 'index',
      errorRate: 0.16,
      chance: { authorsSearched: 2, expected: 1.4 },
    } as const;
    const candidates = [
      { ...first!, verification: own },
      { ...second!, verification: statement },
      { ...second!, author: 'Author E', verification: abstained },
      { author: 'Author F', score: 0.58, tier: second!.tier },
    ];
    const search = await searchQuestion({ ...evidence, candidates }, questioned, source, 'Author B');
    const page = renderReport({ ...facts, questions: [search] });
    const rows = [...page.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row]) => row!.replaceAll(/<\/?t[dh][^>]*>/g, '|'));
    expect(rows.slice(0, 5)).toEqual([
      '|Rank||Author||Ratio of each author alone|',
      '|1||Author B||÷1.3 · no support either way|',
      '|2||Author D||×40 · moderate, for this author|',
      '|3||Author E||No ratio: 250 questioned words and 1,000 known words of this kind would be enough. There are 90 and 2,300.|',
      '|4||Author F||This candidate was not verified. Only the first candidates are.|',
    ]);
    expect(rows.slice(5)).toEqual([
      '|Known text||Words||Weight||Ratio without it|',
      '|letter 1||700||33 of 100||–|',
      '|letter 2||700||33 of 100||–|',
      '|minutes||700||33 of 100||–|',
    ]);
    const data = JSON.parse(reportJson({ ...facts, questions: [search] })) as {
      questions: { evidence: { candidates: unknown[] } }[];
    };
    expect(data.questions[0]!.evidence.candidates).toHaveLength(4);
  });

  it('has the passages of the chosen candidate alone, under the numbers of the screen', () => {
    expect(html).toContain('<h2>1. Author B</h2>');
    expect(html).not.toContain('Candidate 2');
    expect(html).toContain('<span class="passage-number">1</span> <span'); // Word takes the space over
    expect(html.match(/class="passage"/g)).toHaveLength(2);
    expect(html).toContain('also in texts by Author Z (1 of 5 other authors)');
    expect(html).toContain('<mark><strong>need</strong> hardly add');
  });

  it('says why there is no statement', async () => {
    const silent = await factsOf({ ...statement, llr: undefined, interval: undefined, reason: 'otherLanguage' });
    expect(renderReport({ ...silent, questions: silent.questions.slice(0, 1) })).toMatch(
      /<p class="statement abstained">No ratio: A text does not seem to be in the language/,
    );
  });

  it('names index, models, calibration, settings and version in its appendix', () => {
    const appendix = html.slice(html.indexOf('Settings and files'));
    for (const named of ['cd'.repeat(32), 'ec'.repeat(32), statement.calibrationId, 'Idiograph 0.1.0'])
      expect(appendix).toContain(named);
    expect(appendix).toMatch(/<dd>[^<]*verifier spoken/);
  });

  it('names what differs from the files that the case file pins, with both hashes', () => {
    const otherParts = [{ part: 'encoder', pinned: '12'.repeat(32), used: 'ec'.repeat(32) }];
    const verification: NamedVerification = { ...named, caveats: ['otherThanPinned'], otherParts };
    const questions = [{ kind: 'author', author: 'Author D', verification, settings, ...noPassages }] as const;
    expect(renderReport({ ...facts, questions })).toContain(
      `The case file pins encoder ${'12'.repeat(32)}. The review used ${'ec'.repeat(32)}.`,
    );
  });

  it.each<[string, Partial<Verification>, RegExp]>([
    ['shipped', {}, /that the report names\. The number of their authors limits the ratio\.</],
    ['adjusted', { recalibratedBy: 38 }, /the known authors of the case adjusted it\./],
    ['validated', { validatedOn: 'index', calibrationId: 'index/judged/a' }, /authors of the case validated it\./],
    ['refitted', { validatedOn: 'index', calibrationId: 'index/recalibrated/a' }, /authors of the case adjusted it\./],
  ])('says of its ratio on what it was fitted: %s', async (_, fit, says) => {
    const { questions } = await factsOf({ ...statement, ...fit });
    const page = renderReport({ ...facts, questions: questions.slice(0, 1) });
    expect(page).toMatch(says);
    expect(page.match(/The calibration was fitted on comparisons/g)).toHaveLength(1);
  });

  it('does not give away a ratio that the search does not state', async () => {
    const known = [{ document: 'a', title: 'letter 1', words: 700, share: 1, llrWithout: 1.1 }] as const;
    const stated = renderReport({ ...facts, ...(await factsOf({ ...statement, known })) });
    expect(stated).toContain('Ratio without it');
    const { questions } = await factsOf({ ...statement, known, caveats: ['followsKind'] });
    const page = renderReport({ ...facts, questions: questions.slice(0, 1) });
    expect(page).toContain('No ratio');
    expect(page).not.toMatch(/Ratio without it|What moved/);
  });

  it('says what there is to say of the texts, with its figures', () => {
    const notes = [{ caveat: 'copyOfKnown', title: 'b.txt', share: 0.71 }] as const;
    const [search] = facts.questions;
    if (search?.kind !== 'search') throw new Error('the first question is a search');
    const noted = renderReport({ ...facts, questions: [{ ...search, evidence: { ...search.evidence, notes } }] });
    expect(noted).toMatch(/<p class="caveat">Known texts left out because they copy .*: b\.txt \(71\)\.<\/p>/);
  });

  it('shows the passages of a named author and has them in JSON', async () => {
    const [search] = facts.questions;
    const { candidates } = evidenceOf(statement);
    const passages = candidates[0]!.passages!;
    const found = await reportPassages({ author: 'Author B', passages }, questioned, source);
    const question = { kind: 'author', author: 'Author B', verification: named, settings, ...found } as const;
    const written = renderReport({ ...facts, questions: [search!, question] });
    const section = written.slice(written.indexOf('Findings: Author B'));
    expect(section).toContain('class="passage-number">1<');
    const data = JSON.parse(reportJson({ ...facts, questions: [question] })) as {
      questions: [{ passages: unknown[] }];
    };
    expect(data.questions[0].passages).toHaveLength(found.passages.length);
  });

  it('shows what was decided of passages, with the reason, and decisions on passages that are gone', async () => {
    const { passages } = evidenceOf(statement).candidates[0]!;
    const about = { document: 'questioned/q.txt', candidate: 'Author B' } as const;
    const read = { author: 'Author B', passages: passages! };
    const [first] = (await reportPassages(read, questioned, source)).passages;
    const decisions = [
      { ...about, ...readPassageWords(first!), setAside: 'formula', note: 'every letter has it' },
      { ...about, questioned: 'words that were cut', known: 'others', setAside: 'formula' },
    ] as const;
    const found = await reportPassages(read, questioned, { ...source, decisions });
    const written = renderReport({
      ...facts,
      questions: [{ kind: 'author', author: 'Author B', verification: named, settings, ...found }],
    });
    expect(written).toContain('Set aside: formula · Note: every letter has it');
    expect(written).toContain('Passages set aside: 1 of');
    expect(written).toContain('Not in the list any more: “words that were cut” (Set aside: formula)');
    expect(written).toContain('This changes no ratio');
    const without = await reportPassages(read, questioned, source);
    expect(found.passages.map(({ number }) => number)).toEqual(without.passages.map(({ number }) => number));
  });

  it('escapes everything that came from a document', () => {
    expect(html).not.toContain('<script>');
    expect(html).not.toContain('<b>');
    expect(html).toContain('Minutes &amp; notes');
  });

  it('loads nothing and runs nothing', () => {
    expect(html.startsWith(reportBegins)).toBe(true);
    expect(html).not.toMatch(/src=|href=|url\(/);
  });

  it('says no forbidden word', () => {
    expect(html.toLowerCase()).not.toMatch(/\bmatch|confidence|probability that|identified/);
  });

  it('is the same bytes for the same facts', async () => {
    expect(renderReport(await factsOf())).toBe(html);
  });
});

describe('the time of a report', () => {
  it('is that of the place, with how far it is from UTC', () => {
    const moment = new Date('2026-11-22T23:30:00Z');
    expect(formatLocalTime(moment, 60)).toBe('2026-11-23T00:30:00+01:00');
    expect(formatLocalTime(moment, -210)).toBe('2026-11-22T20:00:00-03:30');
  });
});

describe('the data beside a report', () => {
  const json = reportJson(facts);
  it('says what the report says, without the texts', () => {
    const read = JSON.parse(json) as {
      readonly time: string;
      readonly questions: readonly { readonly kind: string }[];
    };
    expect(read).toMatchObject({ time: facts.time, known: facts.known, questioned: { words: 10 } });
    expect(read.questions.map(({ kind }) => kind)).toEqual(['search', 'author']);
    expect(read).toHaveProperty('questions.0.chosen.0.passages.0.number', 1);
    expect(read).not.toHaveProperty('questioned.text');
  });
  it('is known again by how it begins', () => {
    expect(json.startsWith(reportJsonBegins)).toBe(true);
  });
});
