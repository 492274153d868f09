import type { NamedVerification, QuestionedDocument } from '../../core/domain';
import { markersLines, passagesLines, printedPassages, verificationLines } from '../../presentation/textLines';
import { askAboutAuthor } from '../../presentation/report/rerun';
import { hypotheses, verificationView } from '../../presentation/verificationView';
import { usage } from '../../core/errors';
import {
  authorOption,
  type Command,
  commonOptions,
  documentOptions,
  knownOptions,
  textOption,
  togetherOption,
} from '../options';
import { findingWords } from '../../presentation/words/strength';
import { FileResults, questionedFiles, readKnown, readTogether } from '../questioned';
import { Session } from '../session';

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
    return session.answer('idiograph.verify/1', figures(questioned, verification), () =>
      sentences(questioned, verification),
    );
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
