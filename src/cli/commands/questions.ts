import path from 'node:path';
import type { Evidence, KnownDocument, Passage, QuestionedDocument } from '../../core/domain/evidence';
import { usage } from '../../core/errors';
import { foldPhrase } from '../../core/markers/ownMarkers';
import type { RangeToSet } from '../../core/text/handRanges';
import { describeText } from '../../core/text/textAsRead';
import { formatAuthor, sortLines } from '../../presentation/markerPages';
import { describeHandRanges, describeSpeakers, formatTextAsRead } from '../../presentation/textAsRead';
import {
  formatEvidence,
  formatMarkers,
  formatPassages,
  formatVerification,
  listPrintedPassages,
  selectPrintedPassages,
} from '../../presentation/textLines';
import { formatValidation } from '../../presentation/validation/page';
import { buildVerificationView, describeHypotheses } from '../../presentation/verificationView';
import { describeCounted, formatFacts } from '../../presentation/words/words';
import {
  type Command,
  amongOption,
  commonOptions,
  documentOptions,
  knownOptions,
  readAuthorOption,
  readFlagOption,
  readTextOption,
  searchOptions,
} from '../options';
import { Session } from '../session';

const { case: ofCase, models, json } = commonOptions;
const value = 'START-END';

export const textCommand: Command = {
  name: 'text',
  operands: 'FILE',
  summary: 'prints a text as Idiograph reads it, with the parts that are excluded or left out, by kind and rule',
  options: {
    'not-author': { kind: 'text', value, help: "marks a range of characters as not the author's, in the case file" },
    author: { kind: 'text', value, help: "marks a range as the author's, against the rules" },
    speaker: {
      kind: 'text',
      value: 'NAME',
      help: 'whose words count, if several people speak; a case file records it',
    },
    clear: { kind: 'text', value, help: 'removes a hand-set range, so that the rules apply again' },
    case: ofCase,
    models,
    json,
  },
  run: (parsed, io) => {
    // the range that the options set; undefined if they set none
    const kinds = { 'not-author': false, author: true, clear: undefined };
    const given = Object.entries(kinds).filter(([name]) => readTextOption(parsed, name) !== undefined);
    if (given.length > 1) throw usage('Set one range at a time: --not-author, --author or --clear.');
    const range = given.map(([name, isAuthors]): RangeToSet => {
      const [, start, end] = /^(\d{1,9})-(\d{1,9})$/.exec(readTextOption(parsed, name)!) ?? [];
      if (start === undefined)
        throw usage(`--${name} takes two places in the text, such as 120-300: see text FILE --json.`);
      return { start: Number(start), end: Number(end), isAuthors };
    })[0];
    return Session.run(parsed, io, async (session) => {
      const file = path.resolve(session.parsed.positionals[0]!);
      const speaker = readTextOption(session.parsed, 'speaker');
      if (speaker !== undefined && session.opened)
        await session.createCalls().setSpeakers({ file, speakers: [speaker] });
      const read = await session.createCalls().text({ file, labels: session.readLabels(), range });
      const shown = describeText(read, read.reading);
      const { text, sha256, textSha256, reading = null, byHand = [] } = read;
      const { exclusions, leftOut, shares: counted } = shown;
      const asked = speaker === undefined ? describeSpeakers(read.text, byHand) : [];
      const facts = { text, sha256, textSha256, reading, exclusions, leftOut, counted, byHand, asked };
      return session.answer('idiograph.text/1', facts, () => {
        const title = `${path.basename(file)} · ${formatFacts(shown.shares.words, read.labels)}`;
        const notices = [...describeCounted(read.reading ?? { parts: [] }), ...describeHandRanges(byHand), ...asked];
        return [...formatTextAsRead(title, shown), ...notices.map((line) => `! ${line}`)];
      });
    });
  },
};

export const concordanceCommand: Command = {
  name: 'concordance',
  operands: 'WORDS',
  summary:
    'lists the places of some words, or of a marker by its name, in the texts of the case outside of quotations and signatures, with counts by author',
  options: { ...commonOptions },
  run: (parsed, io) =>
    Session.run(
      parsed,
      io,
      async (session) => {
        const [words = ''] = session.parsed.positionals;
        if (foldPhrase(words) === '') throw usage('Give at least one word: idiograph concordance WORDS.');
        const { lines, counts } = await session.createCalls().concordance({ words, labels: session.readLabels() });
        return session.answer('idiograph.concordance/1', { lines, counts }, () => [
          ...counts.map(
            (each) => `${formatAuthor(each)}: ${each.count} of ${each.occasions}, in ${each.texts} of ${each.of} texts`,
          ),
          '',
          ...sortLines(lines, 'author').map(
            ({ before, keyword, after, ...line }) =>
              `${before.padStart(60)} [${keyword}] ${after.padEnd(60)} ${formatAuthor(line)} · ${line.title}`,
          ),
        ]);
      },
      { place: '.' },
    ),
};

export const attributeCommand: Command = {
  name: 'attribute',
  operands: 'FILE',
  summary: 'ranks the known authors, shows passages, verifies the first ones',
  options: { ...amongOption, ...documentOptions, ...searchOptions, ...commonOptions },
  run: (parsed, io) => Session.run(parsed, io, attribute, { loads: true }),
};

async function attribute(session: Session): Promise<number> {
  const { choices, ...file } = session.readAsked();
  const passages = session.json ? choices.candidates : 1;
  const { questioned, evidence } = await session.createCalls().review({ ...file, choices: { ...choices, passages } });
  await session.answer('idiograph.attribute/3', { evidence }, () => reviewLines(session, questioned, evidence));
  return evidence.server?.problem ? 5 : 0; // as for an error of the server
}

/** A review as lines for people, with the texts that its passages lead to. */
export async function reviewLines(
  session: Session,
  questioned: QuestionedDocument,
  evidence: Evidence,
  said?: Set<string>,
): Promise<readonly string[]> {
  const shares = session.takeSharesLines();
  const known = await readKnown(session, listPrintedPassages(evidence));
  const [head = '', ...lines] = formatEvidence(questioned, evidence, known, said);
  return [head, ...shares, ...lines];
}

/** The known texts that passages lead to, by id. */
async function readKnown(
  session: Session,
  passages: readonly Pick<Passage, 'document'>[],
): Promise<ReadonlyMap<string, KnownDocument>> {
  const results = await session.createCalls().known(passages.map(({ document }) => document));
  return new Map(results.map((each) => [each.id, each]));
}

export const verifyCommand: Command = {
  name: 'verify',
  operands: 'FILE [KNOWN…]',
  summary:
    'states the strength of evidence for one author of the index (--author), or for the author of the given texts',
  options: {
    author: { kind: 'text', value: 'NAME', help: 'an author of the index' },
    ...amongOption,
    ...documentOptions,
    ...knownOptions,
    ...commonOptions,
  },
  run: (parsed, io) => {
    const [, ...known] = parsed.positionals;
    if (parsed.values['among'] !== undefined && known.length === 0)
      return Session.run(parsed, io, attribute, { loads: true });
    if ((readTextOption(parsed, 'author') === undefined) === (known.length === 0))
      throw usage(
        'Give the questioned document and either --author NAME or known documents: idiograph verify FILE KNOWN….',
      );
    return Session.run(
      parsed,
      io,
      async (session) => {
        const author = readAuthorOption(session.parsed, 'author');
        const known = session.parsed.positionals.slice(1).map((file) => path.resolve(file));
        const side = author === undefined ? { known, knownLabels: session.readLabels('known-') } : { author };
        const { questioned, verification, about } = await session.createCalls().verify({
          ...{ ...session.readAsked(1), side },
          ...(session.json && { isExplained: true }),
        });
        const { passages, markers } = about ?? {};
        const { llr, reason = 'outsideCalibration' } = verification;
        const abstained = llr === undefined ? reason : undefined;
        const figures = { ...verification, abstained, hypotheses: describeHypotheses(questioned.id, verification) };
        const facts = {
          ...Object.fromEntries(printed.map((name) => [name, figures[name] ?? null])),
          ...(about && { passages, markers }),
        };
        return session.answer('idiograph.verify/1', facts, async () => {
          const lines = [
            ...session.takeSharesLines(),
            ...formatVerification(buildVerificationView(verification, questioned.id, author)),
          ];
          if (author === undefined || !about) return lines;
          const result = { author, ...about };
          const texts = await readKnown(session, selectPrintedPassages(result));
          return [...lines, ...formatMarkers(result), ...formatPassages(result, questioned, texts)];
        });
      },
      { loads: true },
    );
  },
};

/** The fields of a verification that are printed, in this order. A missing field is null. */
const printed = [
  ...(['llr', 'interval', 'bounds', 'answer', 'abstained', 'verifier', 'calibrationId', 'condition'] as const),
  ...(['calibratedOn', 'words', 'knownWords', 'known', 'floor', 'hypotheses', 'population', 'scale'] as const),
  ...(['errorRate', 'caveats', 'notes', 'index', 'models', 'otherParts', 'parts', 'withoutRareWords'] as const),
];

export const validateCommand: Command = {
  name: 'validate',
  operands: '[FILE…]',
  summary: "compares pairs of the index's own texts that are like the questioned ones (default: those of the case)",
  options: {
    lock: { kind: 'flag', help: 'locks the settings in the case file, so that the case states ratios' },
    recalibrate: { kind: 'flag', help: 'locks them with ratios refitted to an index of at least 20 authors' },
    out: { kind: 'text', value: 'PAGE.html', help: 'writes the figures and plots as a page' },
    force: { kind: 'flag', help: 'replaces an earlier page of that name' },
    ...documentOptions,
    ...commonOptions,
  },
  run: (parsed, io) => {
    if (readFlagOption(parsed, 'recalibrate') && !readFlagOption(parsed, 'lock'))
      throw usage('--recalibrate applies to a lock. Give --lock as well.');
    return Session.run(parsed, io, async (session) => {
      const { parsed } = session;
      const [isLocked, recalibrate] = [readFlagOption(parsed, 'lock'), readFlagOption(parsed, 'recalibrate')];
      const page = readTextOption(parsed, 'out');
      const { choices, labels } = session.readAsked(1);
      const files = parsed.positionals.map((file) => path.resolve(file));
      const request = { files, labels, choices, page, force: readFlagOption(parsed, 'force'), needsCase: isLocked };
      const validated = await session.createCalls().validate(request);
      const { validations, question = null } = validated;
      const hash = isLocked ? await session.createCalls().lock({ ...validated, recalibrate }) : null;
      return session.answer('idiograph.validate/1', { validations, question, page: page ?? null, lock: hash }, () => [
        ...formatValidation(validated),
        ...(hash === null ? [] : [`Locked in ${session.case.file} (${hash.slice(0, 12)}).`]),
      ]);
    });
  },
};
