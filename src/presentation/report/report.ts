import type { Basis } from '../../core/domain';
import { countWords } from '../../core/text/countWords';
import { escapeText } from '../pictures/markup';
import { hypotheses } from '../verificationView';
import { formatThousands } from '../words/formatThousands';
import { factsLine } from '../words/words';
import { findings } from './findings';
import { facts as factsList, heading, numbered, paragraph, tag } from './html';
import { questionWords } from './questionWords';
import type { ReportFacts, ReportQuestion, ReportText } from './reportFacts';
import { reportStyle } from './style';

/** The first lines of every report, by which one is known again. */
export const reportBegins = [
  '<!doctype html>',
  '<html lang="en"><head><meta charset="utf-8">',
  `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
].join('\n');

/** A report as one HTML page without scripts and without anything loaded from elsewhere; all text is escaped. */
export function renderReport(facts: ReportFacts): string {
  const title = `Report on ${facts.questioned.id}`;
  return [
    reportBegins,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeText(title)}</title><style>${reportStyle}</style></head><body><main>`,
    heading(1, title),
    about(facts),
    propositions(facts),
    asked(facts),
    ...facts.questions.map((question, i) => findings(question, i, facts)),
    texts(facts),
    method,
    limits,
    signature(facts),
    appendix(facts),
    '</main></body></html>\n',
  ].join('\n');
}

function about({ time, caseName, examiner, questioned }: ReportFacts): string {
  return factsList([
    ['Case', caseName ?? 'not named'],
    ['Date', time],
    ['Examiner', examiner ?? '______________________________'],
    ['Questioned text', `${questioned.id} · ${factsLine(countWords(questioned.text), questioned)}`],
  ]);
}

/** Both propositions, for each population that stands for "another author". */
function propositions({ questioned, questions }: ReportFacts): string {
  const verifications = questions.flatMap((question) =>
    question.kind === 'search'
      ? question.chosen.flatMap(({ candidate }) => candidate.verification ?? [])
      : [question.verification],
  );
  const pairs = new Map(verifications.map((each) => [each.population.id, hypotheses(questioned.id, each)]));
  const written = [...pairs.values()].map(({ same, different }) => numbered([same, different]));
  return written.length === 0 ? '' : [heading(2, 'Propositions'), ...written].join('\n');
}

/** All that was asked of the text so far; what is not written down comes last. */
function asked({ questions, asked: log, questioned }: ReportFacts): string {
  const isLogged = (question: ReportQuestion): boolean =>
    log.some(({ asked: each }) => questionWords(each) === questionWords(question));
  const earlier = log.map(({ at, title, asked: each, outcome }) => {
    const of = title === questioned.id ? '' : `, of ${title}`;
    return `${at}${of}. ${questionWords(each)} ${outcome}`;
  });
  const others = questions.filter((question) => !isLogged(question)).map(questionWords);
  return [heading(2, 'Questions, in the order in which they were asked'), numbered([...earlier, ...others])].join('\n');
}

function texts({ questioned, known }: ReportFacts): string {
  const own = {
    title: questioned.id,
    author: 'questioned',
    words: countWords(questioned.text),
    sha256: questioned.sha256,
    ...(questioned.hashed && { hashed: questioned.hashed }),
  };
  return [heading(2, `Texts (${known.length + 1})`), tag('ul', [own, ...known].map(textItem).join('\n'), 'texts')].join(
    '\n',
  );
}

function textItem({ title, author, words, sha256, hashed }: ReportText): string {
  const line = escapeText(`${title} · ${author} · ${wordsOf(words)}`);
  return tag('li', `${line}<br>${tag('span', `SHA-256 of the ${hashed ?? 'text'} ${escapeText(sha256)}`, 'hash')}`);
}

const method = [
  heading(2, 'How it was done'),
  paragraph(
    'Each text was cut into short runs of words. A model that was trained on texts of other authors turns every run into numbers ' +
      'that say how it is written rather than what about. Known texts are ordered by three views together: how well their runs ' +
      'answer those of the questioned text, how alike the texts are as wholes, and which sequences of letters and words they share ' +
      'more than unrelated authors do. An author’s place comes in equal parts from the best of the texts that the search found and from ' +
      'the mean of them. The order says nothing about the strength of evidence.',
  ),
  paragraph(
    'The strength of evidence is a likelihood ratio. It was fitted on comparisons of which it is known whether one author wrote ' +
      'both texts, of the same kind and length as this one, by authors who are not in this case; what it may say is bounded by ' +
      'how many authors that were. Where validation showed nothing better than chance there is no statement.',
  ),
].join('\n');

const limits = [
  heading(2, 'How to read this report'),
  paragraph(
    'A likelihood ratio compares the two propositions above, given the named population. It is not how probable it is that somebody ' +
      'wrote the text. Ratios of several comparisons must not be added or multiplied. The report supports an examiner’s reading and ' +
      'does not replace it.',
  ),
].join('\n');

function signature({ examiner }: ReportFacts): string {
  const name = examiner === undefined ? 'Examiner' : escapeText(examiner);
  return tag('div', `${tag('div', `Signature: ${name}`)}${tag('div', 'Place and date')}`, 'sign');
}

/** What each setting of a review means. */
const settingNames: Readonly<Record<string, string>> = {
  n: 'Words or parts of words in a run',
  bits: 'Bits of the short code of a run',
  indexFormat: 'Format of the index',
  scanned: 'Stretches scanned by their codes',
  listed: 'Stretches listed',
  screened: 'Stretches looked at closely',
  scoredExactly: 'Stretches scored exactly',
  scoredOfAuthor: 'Of these, at most by one author',
  candidates: 'Candidates that were verified',
  scale: 'Verbal scale',
  excludeQuotes: 'Quotations and signatures left out',
  verifier: 'Verifier',
};

function appendix({ questions, version }: ReportFacts): string {
  const bases = questions.map((question): Basis =>
    question.kind === 'search' ? question.evidence : question.verification,
  );
  const settings = questions.flatMap((question) => (question.kind === 'search' ? [question.evidence.settings] : []));
  const indexes = new Set(bases.flatMap(({ index }) => index ?? []));
  const models = Object.assign({}, ...bases.map((basis) => basis.models)) as Record<string, string>;
  const calibrations = questions.flatMap((question) =>
    question.kind === 'search'
      ? question.chosen.flatMap(({ candidate }) => candidate.verification?.calibrationId ?? [])
      : (question.verification.calibrationId ?? []),
  );
  return [
    heading(2, 'Appendix: settings and files'),
    factsList([
      ['Program', `Idiograph ${version}`],
      ...[...indexes].map((index) => ['Reference index', index] as const),
      ...Object.entries(models).map(([kind, sha256]) => [`Model file: ${kind}`, sha256] as const),
      ...[...new Set(calibrations)].map((id) => ['Calibration', id] as const),
      ...[...new Set(bases.flatMap(({ lock }) => lock?.hash ?? []))].map((hash) => ['Settings locked', hash] as const),
      ...settings.flatMap((each) =>
        Object.entries(each).map(([key, value]) => [settingNames[key] ?? key, String(value)] as const),
      ),
    ]),
  ].join('\n');
}

function wordsOf(count: number): string {
  return `${formatThousands(count)} words`;
}
