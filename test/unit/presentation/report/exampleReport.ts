import type { KnownDocument, NamedVerification, Verification } from '../../../../src/core/domain/evidence';
import {
  type KnownSource,
  type ReportFacts,
  reportTexts,
  searchQuestion,
} from '../../../../src/presentation/report/reportFacts';
import { evidenceOf, knownMinutes, statement } from '../exampleFindings';

export const questioned = {
  id: 'letter <1>.txt',
  text: 'I need hardly add, <script>alert(1)</script> & "nobody" had asked me.',
  ...({ mode: 'written', genre: 'letter', language: 'en', version: 1 } as const),
  sha256: 'ab'.repeat(32),
} as const;
const minutes: KnownDocument = {
  id: 'known-1',
  text: 'Known <b>text</b> here, and more of it to be read.',
  title: 'Minutes & notes',
  author: 'Author B',
  ...{ role: 'known', mode: 'written', genre: 'minutes', language: 'en' },
};
export const source: KnownSource = {
  documents: [knownMinutes, { ...knownMinutes, id: 'known-9', author: 'Author D', title: 'Gone' }],
  get: (id) => Promise.resolve(id === 'known-1' ? minutes : undefined),
  sha256: () => 'c0'.repeat(32),
};
export const named: NamedVerification = {
  ...statement,
  index: 'cd'.repeat(32),
  models: { encoder: 'ec'.repeat(32) },
  otherParts: [],
};

export const settings = { scale: 'ENFSI 2015', excludeQuotes: 'true', verifier: 'spoken' } as const;

export const noPassages = {
  markers: undefined,
  passages: [],
  against: [],
  setApart: '',
};

export async function factsOf(verification: Verification = statement): Promise<ReportFacts> {
  const search = await searchQuestion(evidenceOf(verification), questioned, source, 'Author B');
  return {
    time: '2026-11-22 18:04:00 +01:00',
    caseName: 'Halden <case>',
    examiner: undefined,
    questioned,
    known: await reportTexts(source),
    asked: [],
    questions: [search, { kind: 'author', author: 'Author D', verification: named, settings, ...noPassages }],
    version: '0.1.0',
  };
}
