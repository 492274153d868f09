import path from 'node:path';
import { packEvidence } from '../../core/casework/packEvidence';
import type {
  Evidence,
  KnownDocument,
  NamedVerification,
  Passage,
  QuestionedDocument,
} from '../../core/domain/evidence';
import {
  formatEvidence,
  formatMarkers,
  formatPassages,
  selectPrintedPassages,
  listPrintedPassages,
  formatVerification,
} from '../../presentation/textLines';
import { describeHypotheses, buildVerificationView } from '../../presentation/verificationView';
import { usage } from '../../core/errors';
import {
  amongOption,
  readAuthorOption,
  type Command,
  commonOptions,
  documentOptions,
  knownOptions,
  searchOptions,
  readTextOption,
} from '../options';
import { Session } from '../session';

/** Orders the known authors and verifies the first ones. */
export const attributeCommand: Command = {
  name: 'attribute',
  operands: 'FILE',
  summary: 'ranks the known authors, shows passages, verifies the first ones',
  options: { ...amongOption, ...documentOptions, ...searchOptions, ...commonOptions },
  run: (parsed, io) => Session.run(parsed, io, attribute),
};

async function attribute(session: Session): Promise<number> {
  const { choices, ...file } = session.readAsked();
  const passages = session.json ? choices.candidates : 1;
  const { questioned, evidence } = await session.createCalls().review({ ...file, choices: { ...choices, passages } });
  const found = { evidence: packEvidence(evidence) };
  await session.answer('idiograph.attribute/2', found, () => reviewLines(session, questioned, evidence));
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

/** The strength of evidence for one named author. */
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
    if (parsed.values['among'] !== undefined && known.length === 0) return Session.run(parsed, io, attribute);
    if ((readTextOption(parsed, 'author') === undefined) === (known.length === 0))
      throw usage(
        'Give the questioned document and either --author NAME or known documents: idiograph verify FILE KNOWN….',
      );
    return Session.run(parsed, io, verify);
  },
};

async function verify(session: Session): Promise<number> {
  const author = readAuthorOption(session.parsed, 'author');
  const known = session.parsed.positionals.slice(1).map((file) => path.resolve(file));
  const side = author === undefined ? { known, knownLabels: session.readLabels('known-') } : { author };
  const { questioned, verification, about } = await session.createCalls().verify({
    ...{ ...session.readAsked(1), side },
    ...(session.json && { isExplained: true }),
  });
  const { passages, markers } = about ?? {};
  const facts = { ...toFigures(questioned, verification), ...(about && { passages, markers }) };
  return session.answer('idiograph.verify/1', facts, async () => {
    const lines = [
      ...session.takeSharesLines(),
      ...formatVerification(buildVerificationView(verification, questioned.id, author)),
    ];
    if (author === undefined || !about) return lines;
    const result = { author, ...about };
    const texts = await readKnown(session, selectPrintedPassages(result));
    return [...lines, ...formatMarkers({ author, markers }), ...formatPassages(result, questioned, texts)];
  });
}

/** The fields of a verification that are printed, in this order. A missing field is null. */
const printed = [
  ...(['llr', 'interval', 'bounds', 'answer', 'abstained', 'verifier', 'calibrationId', 'condition'] as const),
  ...(['calibratedOn', 'words', 'knownWords', 'known', 'floor', 'hypotheses', 'population', 'scale'] as const),
  ...(['errorRate', 'caveats', 'notes', 'index', 'models', 'otherParts', 'parts', 'withoutRareWords'] as const),
];

function toFigures(questioned: QuestionedDocument, verification: NamedVerification): object {
  const { llr, reason = 'outsideCalibration' } = verification;
  const abstained = llr === undefined ? reason : undefined;
  const facts = { ...verification, abstained, hypotheses: describeHypotheses(questioned.id, verification) };
  return Object.fromEntries(printed.map((name) => [name, facts[name] ?? null]));
}
