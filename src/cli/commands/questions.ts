import path from 'node:path';
import type { Evidence, NamedVerification, QuestionedDocument } from '../../core/domain';
import {
  evidenceLines,
  markersLines,
  passagesLines,
  printedPassages,
  printedPassagesOf,
  verificationLines,
} from '../../presentation/textLines';
import { askAboutAuthor } from '../../presentation/report/rerun';
import { hypotheses, verificationView } from '../../presentation/verificationView';
import { usage } from '../../core/errors';
import {
  authorOption,
  type Command,
  commonOptions,
  documentOptions,
  knownOptions,
  type OptionTable,
  type Parsed,
  searchOptions,
  textOption,
  togetherOption,
} from '../options';
import { findingWords, limitWords } from '../../presentation/words/strength';
import { FileResults, questionedFiles, readKnown, readQuestioned, readTogether } from '../questioned';
import { Session, statusOf } from '../session';
import { readingOf } from '../../core/text/readText';
import { factsLine } from '../../presentation/words/words';

/** Ranks the known authors and verifies the first ones. */
export const attributeCommand: Command = {
  name: 'attribute',
  operands: 'FILE',
  summary: 'ranks the known authors, shows passages, verifies the first ones',
  options: { ...togetherOption, ...documentOptions, ...searchOptions, ...commonOptions },
  run: (parsed, io) => Session.during(parsed, io, attribute),
};

async function attribute(session: Session): Promise<number> {
  const { parsed } = session;
  const questioned = await readTogether(session, questionedFiles(parsed));
  await session.fillIndex();
  const passages = session.json ? candidatesOf(parsed) : 1;
  const options = { ...session.options(candidatesOf(parsed)), passages };
  const evidence = await session.engine.review(session.index, questioned, options);
  for (const results of await FileResults.ofAll(session)) await results.noteSearch(questioned, evidence);
  await session.answer('idiograph.attribute/1', { evidence }, () => reviewLines(session, questioned, evidence));
  return statusOf(evidence);
}

/** A review for people, with the texts that its passages lead to. */
export async function reviewLines(
  session: Session,
  questioned: QuestionedDocument,
  evidence: Evidence,
  said?: Set<string>,
): Promise<readonly string[]> {
  const [head = '', ...lines] = evidenceLines(
    questioned,
    evidence,
    await session.known(printedPassagesOf(evidence)),
    said,
  );
  return [head, ...session.sharesLines(), ...lines];
}

/** How many candidates get a verification, and in JSON passages. */
export function candidatesOf(parsed: Parsed): number {
  return Number(textOption(parsed, 'candidates') ?? 10);
}

/** The strength of evidence for one named author. */
export const verifyCommand: Command = {
  name: 'verify',
  operands: 'FILE [KNOWN…]',
  summary: 'the strength of evidence for one author of the index (--author), or for the author of the given texts',
  options: {
    author: { kind: 'text', value: 'NAME', help: 'an author of the index' },
    ...togetherOption,
    ...documentOptions,
    ...knownOptions,
    ...commonOptions,
  },
  run: (parsed, io) => {
    const [, ...known] = parsed.positionals;
    if ((textOption(parsed, 'author') === undefined) === (known.length === 0))
      throw usage(
        'Give the questioned document and either --author NAME or known documents: idiograph verify FILE KNOWN….',
      );
    return Session.during(parsed, io, verify);
  },
};

async function verify(session: Session): Promise<number> {
  const [, ...known] = session.parsed.positionals;
  const author = authorOption(session.parsed, 'author');
  const questioned = await readTogether(session, questionedFiles(session.parsed));
  if (author === undefined) {
    const verification = await againstFiles(session, questioned, known);
    const title = known.map((file) => path.basename(file)).join(', ');
    for (const results of await FileResults.ofAll(session))
      results.note(questioned, { kind: 'text', title }, findingWords(verification));
    return session.answer('idiograph.verify/1', figures(questioned, verification), () => [
      ...session.sharesLines(),
      ...sentences(questioned, verification),
    ]);
  }
  await session.fillIndex();
  const { verification, passages, markers } = await askAboutAuthor(
    { engine: session.engine, index: session.index, options: session.options(1) },
    questioned,
    author,
  );
  for (const results of await FileResults.ofAll(session))
    results.note(questioned, { kind: 'author', author }, findingWords(verification));
  return session.answer('idiograph.verify/1', { ...figures(questioned, verification), passages, markers }, async () => {
    const found = { author, passages };
    const known = await session.known(printedPassages(found));
    return [
      ...session.sharesLines(),
      ...sentences(questioned, verification),
      ...markersLines({ author, markers }),
      ...passagesLines(found, questioned, known),
    ];
  });
}

async function againstFiles(
  session: Session,
  questioned: QuestionedDocument,
  files: readonly string[],
): Promise<NamedVerification> {
  const known = await Promise.all(files.map((file) => readKnown(session, file)));
  return session.engine.verifyTexts(questioned, known, session.options(1));
}

/** What is printed of a verification, in this order; null is what it does not say. */
const printed = [
  ...(['llr', 'interval', 'bounds', 'answer', 'abstained', 'verifier', 'calibrationId', 'condition'] as const),
  ...(['calibratedOn', 'words', 'knownWords', 'known', 'floor', 'hypotheses', 'population', 'scale'] as const),
  ...(['errorRate', 'caveats', 'notes', 'index', 'models', 'otherParts'] as const),
];

function figures(questioned: QuestionedDocument, verification: NamedVerification): object {
  const { llr, reason = 'outsideCalibration' } = verification;
  const abstained = llr === undefined ? reason : undefined;
  const facts = { ...verification, abstained, hypotheses: hypotheses(questioned.id, verification) };
  return Object.fromEntries(printed.map((name) => [name, facts[name] ?? null]));
}

function sentences(questioned: QuestionedDocument, verification: NamedVerification): readonly string[] {
  return verificationLines(verificationView(verification, questioned.id));
}

const usualKnownWords = 2000;

const knownWordsOption = {
  'known-words': {
    kind: { least: 1, most: 10_000_000 },
    value: 'N',
    help: `words of the known texts that it would be compared with (${usualKnownWords})`,
  },
} as const satisfies OptionTable;

/** What a document can be compared for at all, before it is. */
export const conditionsCommand: Command = {
  name: 'conditions',
  operands: 'FILE',
  summary: 'what comparisons of a document of this length and mode can carry, before any is made',
  options: { ...documentOptions, ...knownWordsOption, ...commonOptions },
  run: (parsed, io) => Session.during(parsed, io, conditions),
};

async function conditions(session: Session): Promise<number> {
  const questioned = await readQuestioned(session, session.parsed.positionals[0]!);
  const { mode, genre } = questioned;
  const words = readingOf(questioned).words;
  const knownWords = Number(session.parsed.values['known-words'] ?? usualKnownWords);
  const found = await session.engine.conditionLimits(
    session.indexIfAny,
    { mode, genre, words, knownWords },
    session.options(1),
  );
  return session.answer('idiograph.conditions/1', { words, knownWords, mode, conditions: found }, () => [
    `${questioned.id} · ${factsLine(words, questioned)}`,
    ...found.map((limits) => `  ${limitWords(limits, { words, knownWords })}`),
  ]);
}
