import type { QuestionedDocument, Verification } from '../../core/domain';
import { inEnglish } from '../../core/casework/say';
import { hypotheses } from '../../core/casework/sentences';
import { caveatWords, populationWords, strengthWords, verifierWords } from '../../core/casework/words';
import { countWords } from '../../core/text/words';
import { usage } from '../../core/errors';
import type { CommandIo } from '../io';
import { documentOptions, parseCommand, textOption } from '../options';
import { readKnown, readQuestioned } from '../questioned';
import { reviewOptions, Session } from '../session';

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
    const questioned = await readQuestioned(session.thread, file, parsed, session.place);
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

async function againstAuthor(session: Session, questioned: QuestionedDocument, author: string): Promise<Verification> {
  await session.fillIndex();
  return session.ask('verifyAuthor', [session.index, questioned, { ...reviewOptions(1), author }]);
}

async function againstFiles(
  session: Session,
  questioned: QuestionedDocument,
  files: readonly string[],
): Promise<Verification> {
  const known = await Promise.all(files.map((file) => readKnown(session.thread, file, session.parsed, session.place)));
  return session.ask('verifyTexts', [questioned, known, reviewOptions(1)]);
}

function json(questioned: QuestionedDocument, verification: Verification): string {
  const { llr, interval, bounds, answer, verifier, calibrationId, condition, population, scale, errorRate, caveats } =
    verification;
  return JSON.stringify({
    format: 'idiograph.verify/1',
    llr: llr ?? null,
    interval: interval ?? null,
    bounds: bounds ?? null,
    answer: answer ?? null,
    abstained: llr === undefined ? (verification.reason ?? 'outsideCalibration') : null,
    verifier,
    calibrationId: calibrationId ?? null,
    condition,
    hypotheses: hypotheses(questioned.id, verification),
    population,
    scale: scale ?? null,
    errorRate: errorRate ?? null,
    caveats,
  });
}

function sentences(questioned: QuestionedDocument, verification: Verification): string {
  const about = { title: questioned.id, words: countWords(questioned.text) };
  const { statement, details } = strengthWords(verification, about, inEnglish);
  return [
    statement,
    ...details,
    `Verifier: ${verifierWords(verification, inEnglish)}`,
    populationWords(verification.population, inEnglish),
    ...verification.caveats.map((caveat) => `! ${caveatWords(caveat, inEnglish)}`),
  ].join('\n');
}
