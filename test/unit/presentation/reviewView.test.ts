import { describe, expect, it } from 'vitest';
import type { Evidence } from '../../../src/core/domain/evidence';
import type { Findings } from '../../../src/presentation/findings';
import type { ReviewState } from '../../../src/presentation/reviewState';
import { evidenceOf, findingsOf, statement, targetOf, viewOf } from './exampleFindings';

const target = targetOf('file:///letter.txt', 1);
const findings = findingsOf(target);
const ready: ReviewState = { kind: 'ready', findings };

const view = viewOf;

describe('the panel’s picture of a review', () => {
  it('offers to build an index when there is none', () => {
    const { kind, introduction, document } = view({ kind: 'idle' }, { indexedDocuments: 0 });
    expect({ kind, document }).toEqual({ kind: 'noIndex', document: undefined });
    expect(introduction).toContain('reference index');
  });

  it('says that the index is being opened, and offers nothing, until it is known what it holds', () => {
    const { kind, introduction } = view({ kind: 'idle' }, { indexedDocuments: undefined });
    expect({ kind, introduction }).toEqual({ kind: 'opening', introduction: 'Opening the reference index…' });
  });

  it('lists what moved a ratio once it is taken apart, and nothing of a candidate without one', () => {
    const parts = { logOdds: 1, start: 0.2, ngrams: 0.5, markers: 0.3, words: [], ofMarkers: [] };
    const counted = { known: 900, others: 4000, documents: 4, authors: 3 };
    const listOf = (rest: Parameters<typeof view>[1], state = ready) => view(state, rest).detail?.ratioList;
    expect(listOf({})).toMatchObject({ author: 'Author B', parts: undefined, pending: '…' });
    expect(listOf({ explainedRatio: { parts: undefined } })?.pending).toContain('cannot be taken apart');
    const found = { ...parts, counted };
    expect(listOf({ explainedRatio: { parts: found }, selection: { words: 'ratio' } })?.parts).toBe(found);
    expect(
      listOf({}, { kind: 'ready', findings: findingsOf(target, { ...statement, llr: undefined }) }),
    ).toBeUndefined();
  });

  it('names the document of before a reload, and nothing of its text', () => {
    const shownText = { uri: 'file:///old.txt', title: 'old.txt' };
    const picture = view({ kind: 'idle' }, { shownText });
    expect(picture.document).toBe('file:///old.txt');
    expect(picture.introduction).toBe('old.txt has not been reviewed yet.');
  });

  it('says once that findings are exploratory, with the way to validate', () => {
    const evidence = { ...findings.evidence, caveats: ['exploratory'] as const };
    expect(view({ kind: 'ready', findings: { ...findings, evidence } }).notices).toEqual([
      {
        tone: 'info',
        text: expect.stringContaining('Exploratory: ') as string,
        action: { label: 'Validate and Lock', intent: 'validateSettings' },
      },
    ]);
  });

  it('says what was compared with what', () => {
    expect(view(ready).header).toEqual({
      title: 'letter.txt',
      facts: '8 words · written, letter',
      question: 'Writer: anybody',
      basis: ['First 12 digits of the SHA-256 of each file: index cd, encoder ecececececec'],
      reviewed: 'Reviewed 14:02 · 8 of 8 words analysed',
    });
  });

  it('warns of each part that is not the one that the case file pins', () => {
    const otherParts = [
      { part: 'index', pinned: 'ef', used: 'cd' },
      { part: 'cross', pinned: '12', used: undefined },
    ];
    const evidence = { ...findings.evidence, caveats: ['otherThanPinned'] as const, otherParts };
    expect(view({ kind: 'ready', findings: { ...findings, evidence } }).notices.map(({ text }) => text)).toEqual([
      'The index or a model file is not the one that the case file requires.',
      'The case file pins index ef. The review used cd.',
      'The case file pins cross 12. The review used none.',
    ]);
    expect(view(ready).notices).toEqual([]);
  });

  it('says how many words were left out', () => {
    const { header } = view({ kind: 'ready', findings: { ...findings, analysed: 4 } });
    expect(header?.reviewed).toBe('Reviewed 14:02 · 4 of 8 words analysed');
  });

  it('says which candidates have texts on a server, and that it was not searched', () => {
    const [first, ...others] = findings.evidence.candidates;
    const candidates = [
      { ...first!, from: 'both' as const },
      ...others.map((each) => ({ ...each, from: 'server' as const })),
    ];
    const searched = { contentHash: 'c'.repeat(64), documents: 2000, authors: 40, unranked: 3 };
    const shown = (server: Evidence['server']) => {
      const evidence = { ...findings.evidence, candidates, ...(server && { server }) };
      return view({ ...ready, findings: { ...findings, evidence } });
    };
    const found = shown({ name: 'lab.example/known', searched });
    expect(found.candidates.map(({ name }) => name)).toEqual([
      `${first!.author} (here and on the server)`,
      ...others.map(({ author }) => `${author} (on the server)`),
    ]);
    expect(found.header?.basis.join()).toContain(
      'Server: lab.example/known (2,000 documents, cccccccccccc); 40 authors',
    );
    expect(found.notices.map(({ text }) => text).join()).toContain('3 documents of lab.example/known');
    const problem = { code: 'ServerUnreachable', message: 'lab.example/known cannot be used.' };
    const [notice] = shown({ name: 'lab.example/known', problem }).notices.filter(({ text }) =>
      text.includes('not searched'),
    );
    expect(notice).toMatchObject({ tone: 'warning', text: expect.stringContaining(problem.message) as string });
  });

  it('lists candidates with their place, what the order goes by, and the word and ratio of a statement', () => {
    expect(view(ready).candidates).toEqual([
      {
        author: 'Author B',
        name: 'Author B',
        rank: 1,
        finding: '×40 · moderate, for this author',
      },
      { author: 'Author D', name: 'Author D', rank: 2, finding: '–' },
    ]);
  });

  it('shows the passages of the chosen candidate with the words around them', () => {
    const { detail } = view(ready);
    expect(detail?.title).toBe('Author B');
    expect(detail?.passages[0]).toEqual({
      number: 1,
      place: 2,
      why: 'Same grammar words · also in texts by Author Z (1 of 5 other authors)',
      questioned: {
        title: 'letter.txt',
        before: 'I ',
        passage: [
          { text: 'need', carries: true },
          { text: ' hardly add', carries: false },
        ],
        after: ', nobody had asked me.',
      },
      known: {
        title: 'Minutes of 12 May',
        before: 'So, as ',
        passage: [
          { text: 'I ne', carries: true },
          { text: 'ed hardly s', carries: false },
        ],
        after: 'ay, nobody took it down.',
      },
    });
  });

  it('keeps a place for a known text that is not read yet', () => {
    const { detail } = view(ready, { selection: { author: 'Author D' } });
    expect(detail?.passages[0]?.known).toEqual({
      title: 'Known text',
      before: '',
      passage: [{ text: '…', carries: false }],
      after: '',
    });
  });

  it('states a ratio in one sentence with both hypotheses, its interval, bounds, scale and population', () => {
    const card = view(ready).detail?.verification;
    expect(card?.statement).toBe(
      'These findings are 40 times more likely if Author B wrote letter.txt than if anyone else did.',
    );
    expect(card?.details).toEqual([
      'The ratio as a power of ten: 1.6. Tests support −1.8 to 2.4.',
      'Interval of the ratio: ×13 to ×100. With other test authors and other parts of the text, 95 of 100 ratios were in it.',
      'Length: 500 words, Author B 2,100.',
      'Tests with 500 questioned and 2,000 known words (written, one genre) turned the score into a ratio.',
      'Verbal scale ENFSI 2015: moderate support (level 2 of 6).',
    ]);
    expect(card?.grounds).toContain(
      'Population: bundled, 612 authors (letter, essay; 1890s to 1995s). It represents anyone else. Is it relevant to this case?',
    );
  });

  it('warns of copies that were left out, and of odd words beside the verification they concern', () => {
    const noted = findingsOf(target, {
      ...statement,
      notes: [{ caveat: 'mixedScripts', title: 'a.txt', share: 0.04 }],
    });
    const copies = [{ caveat: 'copyOfKnown', title: 'b.txt', share: 0.71 }] as const;
    const picture = view({ kind: 'ready', findings: { ...noted, evidence: { ...noted.evidence, notes: copies } } });
    expect(picture.notices).toHaveLength(1);
    expect(picture.notices[0]).toMatchObject({ tone: 'warning' });
    expect(picture.notices[0]?.text).toMatch(/^Known texts left out because they copy .*: b\.txt \(71\)\.$/);
    expect(picture.detail?.verification?.caveats.at(-1)).toMatch(/^Words that mix scripts .*: a\.txt \(4\)\.$/);
  });

  it('shows an abstention as plainly as an answer', () => {
    const abstained = findingsOf(target, {
      ...statement,
      words: 8,
      llr: undefined,
      interval: undefined,
      reason: 'shortDocument',
    });
    const card = view({ kind: 'ready', findings: abstained }).detail?.verification;
    expect(card?.abstained).toBe(true);
    expect(card?.statement).toMatch(
      /^No ratio: 250 questioned words and 1,000 known words of this kind would be enough. There are 8 and 2,300\.$/,
    );
  });

  it('says which known texts would do, where those there are of another genre', () => {
    const reason = 'outsideCalibration';
    const verification = { ...statement, llr: undefined, interval: undefined, floor: undefined, reason } as const;
    const abstained = findingsOf(target, { ...verification, floorOfOneGenre: { questioned: 250, known: 1000 } });
    expect(view({ kind: 'ready', findings: abstained }).detail?.verification?.statement).toMatch(
      /^No ratio: the known texts have another genre.*1,000 known words of the questioned genre would be enough for 250 questioned words\./,
    );
  });

  it('greys evidence with its reason; only the header has the way on', () => {
    const picture = view({ kind: 'stale', findings, changed: ['text'] });
    expect(picture.earlier).toBe(true);
    expect(picture.notices[0]?.text).toMatch(
      /^The text, the known texts, the settings or the models changed after the review\./,
    );
    expect(picture.notices.every(({ action }) => action?.intent !== 'review')).toBe(true);
  });

  it('says once what is true of the whole document', () => {
    const both: Findings = {
      ...findings,
      evidence: { ...evidenceOf({ ...statement, caveats: ['otherLanguage'] }), caveats: ['otherLanguage'] },
    };
    const picture = view({ kind: 'ready', findings: both });
    const said = [...picture.notices.map(({ text }) => text), ...(picture.detail?.verification?.caveats ?? [])];
    expect(said.filter((text) => text.includes('in the language of the comparison'))).toHaveLength(1);
  });

  it('names the review that was cancelled, and the earlier one that is shown', () => {
    const picture = view({ kind: 'stale', findings, stopped: { ...target, id: 'note.txt' } });
    expect(picture.notices[0]?.text).toMatch(/^note.txt was not reviewed.*earlier review of letter\.txt, from/);
  });

  it('offers what mends an index or a model where a review failed by it', () => {
    const after = (code: string): string | undefined =>
      view({ kind: 'failed', target, code, message: 'No.' }).notices[0]?.action?.intent;
    expect(['IndexCorrupt', 'IndexEmpty', 'ModelMissing', 'IndexLocked', 'TooShort'].map(after)).toEqual([
      'repairIndex',
      'buildIndex',
      'chooseModels',
      undefined,
      undefined,
    ]);
  });

  it('keeps the earlier evidence below a failure', () => {
    const failed: ReviewState = { kind: 'failed', target, code: 'IndexLocked', message: 'In use.', previous: findings };
    const picture = view(failed);
    expect(picture.notices[0]).toMatchObject({ tone: 'error', text: 'In use.' });
    expect(picture.candidates).toHaveLength(2);
  });

  it('names the review that it shows below the failure of another', () => {
    const selection = { ...target, id: 'a selection of letter.txt', words: 3 };
    const failed: ReviewState = {
      kind: 'failed',
      target: selection,
      code: 'TooShort',
      message: '',
      previous: findings,
    };
    const picture = view(failed);
    expect(picture.earlier).toBe(true);
    expect(picture.header?.title).toBe('letter.txt');
    expect(picture.header?.facts).toMatch(/^8 words/);
    expect(picture.notices[1]?.text).toMatch(
      /^a selection of letter\.txt was not reviewed\. The panel shows the earlier review of letter\.txt, from /,
    );
  });

  it('shows nothing of the document before while another is read', () => {
    const other = targetOf('file:///other.txt', 1);
    const progress = { stage: 'reading', done: 0, total: 0 } as const;
    const picture = view({ kind: 'running', run: 1, target: other, progress, previous: findings });
    expect(picture).toMatchObject({ document: 'file:///other.txt', candidates: [], detail: undefined, earlier: false });
  });

  it('greys evidence that rests on other settings than those of now', () => {
    const picture = view({ kind: 'stale', findings, changed: ['basis'] });
    expect(picture.earlier).toBe(true);
    expect(picture.notices[0]?.text).toMatch(/changed after the review\. This evidence rests on the earlier state/);
  });

  it('shows candidates while the rest of a run goes on', () => {
    const found: Findings = { ...findings, evidence: { ...findings.evidence } };
    const progress = { stage: 'verifying', done: 1, total: 5 } as const;
    const picture = view({ kind: 'running', run: 1, target, progress, findings: found });
    expect(picture.progress).toBe('Verifying, 20 %');
    expect(picture.candidates).toHaveLength(2);
  });

  it('never shows a yes or no', () => {
    expect(JSON.stringify(view(ready))).not.toMatch(/"answer"|\btrue author\b/);
  });
});
