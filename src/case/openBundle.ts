import { checkLog, type CheckedLog } from '../core/casework/logCheck';
import { readReport } from '../core/casework/reportFile';
import { type BundleFiles, openBundleFiles, readBundleFacts } from '../node/casework/bundleFiles';
import { bundleFacts } from '../node/casework/bundleFolder';
import { parseHead } from '../node/casework/caseLog';
import { computeSha256 } from '../node/sha256';
import type { Answering, CaseAt } from './caseAt';

/** A file of a bundle that differs from the bundle's own list. */
export interface BundleDifference {
  readonly name: string;
  readonly problem: 'changed' | 'missing' | 'unlisted';
}

/** What a bundle contains, and what differs from its own list. */
export interface OpenedBundle {
  readonly program: string;
  /** The content hash of the index that the case was examined with; null if there was no index. */
  readonly index: string | null;
  readonly files: number;
  readonly differences: readonly BundleDifference[];
  /** The number of texts in SHA256SUMS, and how many of them the bundle contains. */
  readonly texts: { readonly listed: number; readonly included: number };
  readonly log: CheckedLog;
  readonly reports: readonly { readonly name: string; readonly questioned: string; readonly version: string }[];
  /** The kinds of model files that differ from those of this program. */
  readonly otherModels: readonly string[];
}

/** Reads a bundle without unpacking, writing, reviewing or running anything. Throws UnreadableDocument. */
export async function* openBundle(at: CaseAt, place: string): Answering<OpenedBundle> {
  const files = await openBundleFiles(place);
  const facts = readBundleFacts(files, place);
  const sums = readSums(files);
  const listed = new Map([...Object.entries(facts.files), ...sums]);
  const present = new Set(files.names);
  const own = yield* at.ask('modelFiles');
  const models = new Map<string, string>(Object.entries(own));
  return {
    program: facts.program,
    index: facts.index,
    files: files.names.length,
    differences: findDifferences(files, listed, new Set(Object.keys(facts.files))),
    texts: { listed: sums.size, included: [...sums.keys()].filter((name) => present.has(name)).length },
    log: readLog(files),
    reports: files.names.flatMap((name) => describeReport(files, name)),
    otherModels: Object.entries(facts.models).flatMap(([kind, sha256]) => (models.get(kind) === sha256 ? [] : [kind])),
  };
}

function readText(files: BundleFiles, name: string): string | undefined {
  const bytes = files.read(name);
  return bytes && Buffer.from(bytes).toString();
}

/** The hashes of the texts of the case, by their names in the bundle. */
function readSums(files: BundleFiles): ReadonlyMap<string, string> {
  const lines = (readText(files, 'SHA256SUMS') ?? '').split('\n');
  return new Map(
    lines.flatMap((line) => {
      const [, sha256, name] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
      return sha256 !== undefined && name !== undefined ? [[name, sha256] as const] : [];
    }),
  );
}

/** @param needed  files that must exist; the texts of the case may be missing */
function findDifferences(
  files: BundleFiles,
  listed: ReadonlyMap<string, string>,
  needed: ReadonlySet<string>,
): readonly BundleDifference[] {
  const names = new Set([...files.names.filter((name) => name !== bundleFacts), ...needed]);
  return [...names].sort().flatMap((name): readonly BundleDifference[] => {
    const expected = listed.get(name);
    if (expected === undefined) return [{ name, problem: 'unlisted' }];
    const bytes = files.read(name);
    if (!bytes) return [{ name, problem: 'missing' }];
    return computeSha256(bytes) === expected ? [] : [{ name, problem: 'changed' }];
  });
}

function readLog(files: BundleFiles): CheckedLog {
  const beside = parseHead(readText(files, '.idiograph/log-head.json'));
  return checkLog(readText(files, '.idiograph/log.jsonl') ?? '', { beside, own: undefined }, computeSha256);
}

function describeReport(files: BundleFiles, name: string): OpenedBundle['reports'] {
  if (!/^reports\/.*\.json$/.test(name)) return [];
  const report = readReport(readText(files, name) ?? '');
  return report ? [{ name, questioned: report.questioned.id, version: report.version }] : [];
}
