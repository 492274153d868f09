import { listHandRanges } from '../core/text/handRanges';
import { createSettingsKey } from '../core/casework/keptRecords';
import type { ModelFiles, Provenance } from '../core/domain/evidence';
import { IdiographError } from '../core/errors';
import { unlabelled } from '../core/text/readText';
import { listWorks } from '../core/copies/works';
import { computeSha256 } from '../node/sha256';
import type { ReportFacts } from '../presentation/report/reportFacts';
import type { ReviewOptions } from '../protocol/engine';
import type { Answering, CaseAt, Choices } from './caseAt';
import type { Identified, StoredLine, ResultLine } from './resultStore';

/** Whether the file is read as the text of a result, even if its bytes differ. */
async function* readsAs(at: CaseAt, { document, place, textSha256 }: StoredLine): Answering<boolean> {
  try {
    const { text } = yield* at.ask('readDocument', document, true);
    const { start, end } = place ?? { start: 0, end: text.length };
    return computeSha256(text.slice(start, end)) === textSha256;
  } catch (error) {
    if (error instanceof IdiographError && error.code !== 'Cancelled') return false;
    throw error;
  }
}

/**
 * The results that are kept beside the index and in memory, the oldest first, each with what differs now.
 * @param stated  facts of documents outside a case
 */
export async function* results(
  at: CaseAt,
  { choices, stated }: { readonly choices: Choices; readonly stated: ReadonlyMap<string, Provenance> },
): Answering<readonly ResultLine[]> {
  const lines = yield* at.results.list();
  if (lines.length === 0) return [];
  const naming = await at.readNaming();
  const models = yield* at.ask('modelFiles');
  const index = yield* readContentHash(at);
  const matches: ResultLine[] = [];
  for (const line of lines) {
    const { settings, index: searched, ...shown } = line;
    const inCase = at.folder?.describe(line.document);
    const facts = inCase?.stated ? inCase : (stated.get(line.document) ?? inCase ?? unlabelled);
    const options = at.createOptions(choices, line.document);
    const isBasis = index === searched && settings === createBasis(at, line.document, facts, { options, models });
    const isSame = yield* at.results.hasText(line, (each) => readsAs(at, each));
    const changed = [...(isSame ? [] : ['text' as const]), ...(isBasis ? [] : ['basis' as const])];
    matches.push({ ...(naming?.mask(shown) ?? shown), changed });
  }
  return matches;
}

/** The content hash of the index. Empty, and thus different from that of any result, if the index cannot be read. */
async function* readContentHash(at: CaseAt): Answering<string> {
  try {
    return (yield* at.ask('indexInfo', at.index)).contentHash;
  } catch (error) {
    if (error instanceof IdiographError && error.code !== 'Cancelled') return '';
    throw error;
  }
}

/** What a review of a document is made from, besides the text and the index. */
export function createBasis(
  { folder }: CaseAt,
  document: string,
  facts: Provenance,
  { options, models }: { readonly options: ReviewOptions; readonly models: ModelFiles },
): string {
  const described = folder?.describe(document);
  const byHand = listHandRanges(described);
  return createSettingsKey({ ...facts, byHand, works: listWorks(described) }, options, models, computeSha256);
}

export function result(at: CaseAt, id: string): Answering<Identified | undefined> {
  return at.results.read(at, id);
}

/** The last reviews of the parts into which a search divides a text. */
export function findPartResults(
  lines: readonly StoredLine[],
  file: string,
  { questioned, questions }: Pick<ReportFacts, 'questioned' | 'questions'>,
): Pick<ReportFacts, 'parts'> {
  const split = questions.flatMap((each) => (each.kind === 'search' ? (each.evidence.split?.parts ?? []) : []));
  const parts = split.flatMap(({ start, end }) => {
    const textSha256 = computeSha256(questioned.text.slice(start, end));
    const line = lines.findLast((each) => each.document === file && each.textSha256 === textSha256);
    return line ? { words: line.words, first: line.first && { ...line.first, markers: [] } } : [];
  });
  return parts.length > 0 ? { parts } : {};
}
