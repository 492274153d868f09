import { listHandRanges } from '../core/text/handRanges';
import { createSettingsKey } from '../core/casework/keptRecords';
import type { ModelFiles, Provenance } from '../core/domain/evidence';
import { unlabelled } from '../core/text/readText';
import { listWorks } from '../core/copies/copies';
import { computeSha256 } from '../node/sha256';
import type { ReviewOptions } from '../protocol/engine';
import { attempt } from './answering';
import type { Answering, CaseAt, Choices } from './caseAt';
import type { StoredLine, ResultLine } from './resultStore';

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
  const info = yield* attempt(at.ask('indexInfo', at.index));
  const index = 'answer' in info ? info.answer.contentHash : undefined; // of no result if it cannot be read
  /** Whether the file is read as the text of a result, even if its bytes differ. */
  async function* readsAs({ document, place, textSha256 }: StoredLine): Answering<boolean> {
    const outcome = yield* attempt(at.ask('readDocument', document, true));
    return 'answer' in outcome && computeSha256(outcome.answer.text.slice(place?.start, place?.end)) === textSha256;
  }
  const matches: ResultLine[] = [];
  for (const line of lines) {
    const { settings, index: searched, ...shown } = line;
    const inCase = at.folder?.describe(line.document);
    const facts = inCase?.stated ? inCase : (stated.get(line.document) ?? inCase ?? unlabelled);
    const options = at.createOptions(choices, line.document);
    const isBasis = index === searched && settings === createBasis(at, line.document, facts, { options, models });
    const isSame = yield* at.results.hasText(line, readsAs);
    const changed = [...(isSame ? [] : ['text' as const]), ...(isBasis ? [] : ['basis' as const])];
    matches.push({ ...(naming?.mask(shown) ?? shown), changed });
  }
  return matches;
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
