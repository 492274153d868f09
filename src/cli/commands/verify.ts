import type { NamedVerification, QuestionedDocument } from '../../core/domain';
import { verificationLines } from '../../presentation/textLines';
import { hypotheses, verificationView } from '../../presentation/verificationView';
import { countWords } from '../../core/text/countWords';
import { usage } from '../../core/errors';
import type { Command } from '../command';
import type { CommandIo } from '../terminal/io';
import { commonOptions, documentOptions, knownOptions, textOption } from '../options';
import { readKnown, readQuestioned } from '../questioned';
import { Session } from '../session';

/** The strength of evidence for one named author. */
export const verifyCommand: Command<CommandIo> = {
  name: 'verify',
  operands: 'FILE [KNOWN…]',
  least: 1,
  most: Infinity,
  summary: 'the strength of evidence for one author of the index (--author), or for the author of the given texts',
  options: {
    author: { kind: 'text', value: 'NAME', help: 'an author of the index' },
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
  const [file, ...known] = session.parsed.positionals;
  const author = textOption(session.parsed, 'author');
  const questioned = await readQuestioned(session, file!);
  const verification =
    author === undefined
      ? await againstFiles(session, questioned, known)
      : await againstAuthor(session, questioned, author);
  if (session.json) session.printJson('idiograph.verify/1', figures(questioned, verification));
  else session.io.stdout(...sentences(questioned, verification));
  return 0;
}

async function againstAuthor(
  session: Session,
  questioned: QuestionedDocument,
  author: string,
): Promise<NamedVerification> {
  await session.fillIndex();
  return session.engine.verifyAuthor(session.index, questioned, { ...session.options(1), author });
}

async function againstFiles(
  session: Session,
  questioned: QuestionedDocument,
  files: readonly string[],
): Promise<NamedVerification> {
  const known = await Promise.all(files.map((file) => readKnown(session, file)));
  return session.engine.verifyTexts(questioned, known, session.options(1));
}

function figures(questioned: QuestionedDocument, verification: NamedVerification): object {
  const { llr, interval, bounds, answer, verifier, calibrationId, condition, population, scale, errorRate } =
    verification;
  const { calibratedOn, words, floor, caveats, notes, index, models, otherParts } = verification;
  const { reason = 'outsideCalibration' } = verification;
  const facts = {
    llr,
    interval,
    bounds,
    answer,
    abstained: llr === undefined ? reason : undefined,
    verifier,
    calibrationId,
    condition,
    calibratedOn,
    words,
    floor,
    hypotheses: hypotheses(questioned.id, verification),
    population,
    scale,
    errorRate,
    caveats,
    notes,
    index,
    models,
    otherParts,
  };
  return Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, fact ?? null]));
}

function sentences(questioned: QuestionedDocument, verification: NamedVerification): readonly string[] {
  const about = { title: questioned.id, words: countWords(questioned.text) };
  return verificationLines(verificationView(verification, about));
}
