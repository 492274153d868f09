import type { OptionTable } from '../../../src/cli/options';
import { copiedShare, QuestionedWords } from '../../../src/core/copies/copies';
import type { LabelledDocument } from '../tasks/documents';
import { groupBy } from '../../../src/core/basics/numbers';
import { throwIfStopped } from '../../../src/core/basics/work';
import { hashWords, computeSharedRuns, collectWordRuns } from '../../../src/core/text/hashedWords';
import { sampleByKey } from '../measures/sample';
import { copyOf, edits } from './editedCopies';
import { corpusOptions, positive, type EvaluateArguments } from './run/arguments';
import { readDocuments } from './run/documentsFile';
import { headOf, table, toJson, type EvaluateIo } from './run/output';
import { stageProgress } from './run/progress';

export const copiesOptions = {
  count: { kind: positive, value: 'N', help: 'texts that are copied, and texts that are questioned (300)' },
  ...corpusOptions,
} as const satisfies OptionTable;

const parts = [1, 0.5, 0.25, 0.1];
/** Texts of the source by others that an untouched text is compared with, at most. */
const mostOthers = 300;
/** With fewer runs of five words in common than this, two texts hardly have a sentence in common. */
const hardlyAny = 0.02;

/** `evaluate copies`: which edited copies are told, with the mean share said of them, and which untouched texts are taken for copies. */
export function evaluateCopies(args: EvaluateArguments, io: EvaluateIo): void {
  const { set, file } = readDocuments(args);
  const sampled = sampleByKey(set.documents, ({ id }) => id, args.count('count', 300), args.seed);
  const told = Object.keys(edits).flatMap((edit) =>
    parts.map((part) => ({ edit, part, ...detection(sampled, { edit, part, args, io }) })),
  );
  const untouched = falseAlarms(set.documents, sampled, io);
  const head = headOf('copies', args, {}, { documents: file });
  if (args.json) {
    io.stdout(toJson({ ...head, texts: sampled.length, told, untouched }));
    return;
  }
  const row = (edit: string): readonly string[] => [
    edit,
    ...told.filter((each) => each.edit === edit).map(({ found, share }) => `${found.toFixed(3)} (${share.toFixed(2)})`),
  ];
  io.stdout(
    ...table(['told (share said)', ...parts.map((part) => `${part * 100} %`)], Object.keys(edits).map(row)),
    '',
  );
  io.stdout(...Object.entries(untouched).map(([name, value]) => `${name}  ${value}`));
}

/** How many edited copies share a tenth or more with their source, and the mean share. */
function detection(
  sources: readonly LabelledDocument[],
  { edit, part, args, io }: { edit: string; part: number; args: EvaluateArguments; io: EvaluateIo },
): { readonly found: number; readonly share: number } {
  const shares = sources.map((source, i) => {
    throwIfStopped(io.stop);
    const around = sources.find(({ author }, j) => j > i && author !== source.author) ?? sources[0]!;
    const texts = { source: wordsOf(source), around: Array<string[]>(20).fill(wordsOf(around)).flat() };
    const copy = copyOf(texts, { edit: edits[edit]!, part, seed: args.seed + i });
    return new QuestionedWords({ text: copy }, io.stop).readShare(source, io.stop);
  });
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  return { found: mean(shares.map((share) => Number(share >= copiedShare))), share: mean(shares) };
}

/** Of the untouched texts, how many share a tenth with another work, by their author or by others of their source. */
function falseAlarms(
  documents: readonly LabelledDocument[],
  sampled: readonly LabelledDocument[],
  io: EvaluateIo,
): Readonly<Record<string, number>> {
  const bySource = groupBy(documents, ({ source }) => source ?? '');
  const byAuthor = groupBy(documents, ({ author }) => author);
  const progress = stageProgress(io, 'untouched texts');
  const named = { questioned: sampled.length, 'of its author': 0, 'of others': 0, 'with hardly a run in common': 0 };
  for (const [done, questioned] of sampled.entries()) {
    throwIfStopped(io.stop);
    const isOther = ({ author, title }: LabelledDocument, own: boolean): boolean =>
      (author === questioned.author) === own && !(own && title === questioned.title);
    const own = byAuthor.get(questioned.author)!.filter((document) => isOther(document, true));
    const strangers = bySource.get(questioned.source ?? '')!.filter((document) => isOther(document, false));
    const others = sampleByKey(strangers, ({ id }) => id, mostOthers, done);
    const words = new QuestionedWords(questioned, io.stop);
    const copies = (of: readonly LabelledDocument[]) =>
      of.filter((each) => words.readShare(each, io.stop) >= copiedShare);
    const [ownCopies, otherCopies] = [copies(own), copies(others)];
    const runs = collectWordRuns(hashWords(questioned.text));
    const shareOfRuns = ({ text }: LabelledDocument): number =>
      computeSharedRuns(runs, collectWordRuns(hashWords(text)));
    const all = [...ownCopies, ...otherCopies];
    named['of its author'] += Number(ownCopies.length > 0);
    named['of others'] += Number(otherCopies.length > 0);
    named['with hardly a run in common'] += Number(all.some((each) => shareOfRuns(each) < hardlyAny));
    progress(done + 1, sampled.length);
  }
  return named;
}

function wordsOf({ text }: LabelledDocument): string[] {
  return text.split(/\s+/u).filter((word) => word !== '');
}
