import type { NamedVerification, QuestionedDocument } from '../../core/domain';
import { inEnglish } from '../../core/casework/say';
import { hypotheses } from '../../core/casework/sentences';
import { basisWords, caveatLines, populationWords, strengthWords, verifierWords } from '../../core/casework/words';
import { countWords } from '../../core/text/words';
import { usage } from '../../core/errors';
import type { CommandIo } from '../io';
import { documentOptions, parseCommand, textOption } from '../options';
import { readKnown, readQuestioned } from '../questioned';
import { Session } from '../session';

/** `idiograph verify FILE --author A` or `verify FILE KNOWN…`: the strength of evidence for one named author. */
export async function verifyCommand(args: readonly string[], io: CommandIo): Promise<void> {
  const parsed = parseCommand(args, { ...documentOptions, author: { type: 'string' } });
  const [file, ...known] = parsed.positionals;
  const author = textOption(parsed, 'author');
  if (file === undefined || (author === undefined) === (known.length === 0))
    throw usage(
      'Give the questioned document and either --author NAME or known documents: idiograph verify FILE KNOWN….',
    );
  const session = await Session.open(parsed, io);
  try {
    const questioned = await readQuestioned(session, file);
    const verification =
      author === undefined
        ? await againstFiles(session, questioned, known)
        : await againstAuthor(session, questioned, author);
    const text = parsed.values['json'] === true ? json(questioned, verification) : sentences(questioned, verification);
    io.stdout(`${text}\n`);
  } finally {
    await session.close();
  }
}

async function againstAuthor(
  session: Session,
  questioned: QuestionedDocument,
  author: string,
): Promise<NamedVerification> {
  await session.fillIndex();
  return session.ask('verifyAuthor', [session.index, questioned, { ...session.options(1), author }]);
}

async function againstFiles(
  session: Session,
  questioned: QuestionedDocument,
  files: readonly string[],
): Promise<NamedVerification> {
  const known = await Promise.all(files.map((file) => readKnown(session, file)));
  return session.ask('verifyTexts', [questioned, known, session.options(1)]);
}

function json(questioned: QuestionedDocument, verification: NamedVerification): string {
  const { llr, interval, bounds, answer, verifier, calibrationId, condition, population, scale, errorRate } =
    verification;
  const { caveats, notes, index, models, otherParts, reason = 'outsideCalibration' } = verification;
  const facts = {
    format: 'idiograph.verify/1',
    llr,
    interval,
    bounds,
    answer,
    abstained: llr === undefined ? reason : undefined,
    verifier,
    calibrationId,
    condition,
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
  return JSON.stringify(Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, fact ?? null])));
}

function sentences(questioned: QuestionedDocument, verification: NamedVerification): string {
  const about = { title: questioned.id, words: countWords(questioned.text) };
  const { statement, details } = strengthWords(verification, about, inEnglish);
  return [
    statement,
    ...details,
    `Verifier: ${verifierWords(verification, inEnglish)}`,
    populationWords(verification.population, inEnglish),
    basisWords(verification, inEnglish),
    ...caveatLines(verification, inEnglish).map((line) => `! ${line}`),
  ].join('\n');
}
