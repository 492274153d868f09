import * as l10n from '@vscode/l10n';
import { reportFormat } from '../../core/casework/reportFile';
import type { Basis, Verification } from '../../core/domain/evidence';
import { readSource } from '../../core/text/readText';
import { isRefitted } from '../../core/verification/fitting/recalibration';
import { Definitions, renderHtmlPage, List } from '../components';
import { Overview, listOverviewFacts, overviewStyle } from '../overview/overview';
import { describeHandRanges, formatShares } from '../textAsRead';
import { formatThousands, formatTime, describeReading, listSaid } from '../words/words';
import { formatUnread } from '../words/notices';
import { eventSentences } from '../words/sentences';
import { blankLine, listVerifications, Opening } from './opening';
import { Findings } from './findings';
import { describeAssistant, describeQuestion, readSettings, type ReportFacts, type ReportText } from './reportFacts';

/** The first lines of every report. They identify a file as a report. */
export const reportBegins = [
  '<!doctype html>',
  '<html lang="en"><head><meta charset="utf-8">',
  `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
].join('\n');

/** A report as one HTML page without scripts. It loads nothing from elsewhere. */
export function renderReport(facts: ReportFacts): string {
  const title = l10n.t('Report on {title}', { title: facts.questioned.id });
  const { warnings = [], assistant, unread = [], questioned, blind } = facts;
  // that authors are hidden; or when they were shown, what had been found by then, and which mask each author had
  const aboutNames = blind
    ? listSaid([
        blind.masked &&
          l10n.t('Letters replace the names of known authors, and digits of a hash replace the titles of known texts.'),
        ...(blind.hidden ?? []).map((at) => `${at}: ${l10n.t(eventSentences.masked)}`),
        blind.seenBefore &&
          l10n.t('Someone saw ratios of this text with the names of authors before the names were hidden.'),
        ...blind.unmasked.map(({ at, findings }) => `${at}: ${l10n.t(eventSentences.unmasked, { findings })}`),
        !blind.masked &&
          Object.entries(blind.names)
            .map(([author, name]) => `${name} = ${author}`)
            .join(' · '),
      ])
    : [];
  const aboutAssistant = assistant ? [describeAssistant(assistant)] : [];
  const aboutFiles = [
    ...warnings,
    ...aboutAssistant,
    ...unread.map(formatUnread),
    ...describeHandRanges(questioned.byHand),
  ];
  const body = (
    <>
      <h1>{title}</h1>
      <Definitions
        rows={[
          [l10n.t('Case'), facts.caseName ?? blankLine],
          [l10n.t('Date'), formatTime(facts.time)],
          [l10n.t('Examiner'), facts.examiner ?? blankLine],
          ...aboutNames.map((line) => [l10n.t('Blind'), line] as const),
        ]}
      />
      <Opening {...facts} />
      <h1 class="appendices">{l10n.t('Appendices')}</h1>
      {facts.questions.map((question, i) => (
        <Findings question={question} place={i} facts={facts} />
      ))}
      {facts.overview && !facts.withoutConclusion && (
        <>
          <h2>{l10n.t('Case Overview')}</h2>
          <Overview overview={facts.overview} />
        </>
      )}
      <Questions {...facts} />
      <Texts {...facts} />
      {aboutFiles.length > 0 && (
        <>
          <h2>{l10n.t('Notes on the files')}</h2>
          <List items={aboutFiles} />
        </>
      )}
      <Method {...facts} />
      <Appendix {...facts} />
    </>
  );
  const begins = [
    reportBegins,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta name="dcterms.created" content="${facts.time.replace(/[^\dTZ:.+-]/g, '')}">`, // to the second, unlike the date on the page
  ].join('\n');
  return renderHtmlPage({ begins, title, style: `${reportStyle}${facts.overview ? overviewStyle : ''}`, body });
}

/** All questions about the text so far. What is not in the log comes last. */
function Questions({ questions, asked: log, questioned, withoutConclusion }: ReportFacts) {
  const logged = new Set(log.map(({ asked }) => describeQuestion(asked)));
  const earlier = log.map(({ at, title, asked, outcome }) => {
    const time = formatTime(at);
    const when = title === questioned.id ? time : `${time}, ${title}`;
    return `${when}. ${describeQuestion(asked)}${withoutConclusion ? '' : ` ${outcome}`}`;
  });
  const others = questions.map(describeQuestion).filter((words) => !logged.has(words));
  return (
    <>
      <h2>{l10n.t('Questions, in the order of asking')}</h2>
      <List isNumbered items={[...earlier, ...others]} />
    </>
  );
}

function Texts({ questioned, known }: ReportFacts) {
  const { id, sha256, hashed, reading } = questioned;
  const own: ReportText = {
    title: id,
    author: l10n.t('Questioned'),
    words: readSource(questioned).words,
    sha256,
    hashed,
  };
  const texts = [own, ...known];
  return (
    <>
      <h2>{`${l10n.t('Texts')} (${texts.length})`}</h2>
      <List
        look="texts"
        items={texts.map(({ title, author, words, sha256: of, hashed: from, shares }) => {
          const about = `${title} · ${author}`;
          const length = l10n.t('words: {words}', { words: formatThousands(words) });
          const hash = from
            ? l10n.t('SHA-256 of the file {sha256}', { sha256: of })
            : l10n.t('SHA-256 of the text {sha256}', { sha256: of });
          return (
            <Hashed about={shares ? formatShares({ ...shares, file: about }) : `${about} · ${length}`} hash={hash} />
          );
        })}
      />
      {reading && (
        <p>
          <Hashed
            about={describeReading(reading).join(' ')}
            hash={l10n.t('SHA-256 of the text {sha256}', { sha256: reading.textSha256 })}
          />
        </p>
      )}
    </>
  );
}

function Hashed({ about, hash }: Readonly<Record<'about' | 'hash', string>>) {
  return (
    <>
      {about}
      <br />
      <span class="hash">{hash}</span>
    </>
  );
}

function Method({ questions, withoutConclusion }: ReportFacts) {
  const stated = questions.flatMap(listVerifications).filter(({ llr }) => llr !== undefined);
  const verifications: readonly Partial<Verification>[] = stated.length > 0 ? stated : [{}];
  // what the ratio of each was fitted on, and what bounds it
  const fits = verifications.map(({ recalibratedBy, validatedOn, calibrationId }) =>
    listSaid([
      l10n.t(
        'The calibration was fitted on comparisons with known authorship, of the same kind and of the lengths that the report names. The number of their authors limits the ratio.',
      ),
      recalibratedBy || isRefitted(calibrationId)
        ? l10n.t('Then comparisons among the known authors of the case adjusted it.')
        : validatedOn && l10n.t('Then comparisons among the known authors of the case validated it.'),
    ]).join(' '),
  );
  return (
    <>
      <h2>{l10n.t('Method')}</h2>
      <p>
        {l10n.t(
          questions.some((question) => 'language' in readSettings(question))
            ? 'Idiograph was not trained on the language of these texts. They are compared by the sequences of letters and words that they share, and those that few authors use count more. The order shows how much closer the texts of an author are than those of others, and what separates the authors. The order says nothing about the strength of evidence.'
            : 'Idiograph cut each text into short runs of words. A model trained on texts by other authors turned every run into numbers that describe how it is written rather than what it is about. The order of known texts combines three views. The first is how well their runs answer those of the questioned text. The second is how similar the whole texts are. The third is which sequences of letters and words they share more than unrelated authors do. An author’s place depends equally on the most similar of the texts that the search found and on their mean. The place of the first authors also depends on what separates them from each other, and on their ratios where these are stated. The order says nothing about the strength of evidence.',
        )}
      </p>
      {!withoutConclusion && (
        <>
          <p>{[...new Set(fits)].join(' ')}</p>
          <h2>{l10n.t('How to read this report')}</h2>
          <p>
            {l10n.t(
              'A likelihood ratio compares two propositions. Where one of them is that anyone else wrote the text, the ratio depends on the named population. It is not how probable it is that somebody wrote the text. Do not add or multiply ratios of several comparisons. The report supports an examiner’s reading and does not replace it.',
            )}
          </p>
        </>
      )}
    </>
  );
}

function Appendix({ questions, version }: ReportFacts) {
  const bases = questions.map((question): Basis =>
    question.kind === 'search' ? question.evidence : question.verification,
  );
  const settings = questions.flatMap((question) => Object.entries(readSettings(question)));
  const others = settings.map(([key, value]) => `${key} ${value}`);
  const models = Object.assign({}, ...bases.map((basis) => basis.models)) as Record<string, string>;
  const indexes = bases.flatMap(({ index }) => index ?? []);
  const locks = bases.flatMap(({ lock }) => lock?.hash ?? []);
  const calibrations = questions
    .flatMap(listVerifications)
    .flatMap(({ calibrationId = [], first }) => [calibrationId, first?.calibrationId ?? []].flat());
  const pairWithName = (name: string, values: readonly string[]): readonly (readonly [string, string])[] =>
    [...new Set(values)].map((value) => [name, value] as const);
  return (
    <>
      <h2>{l10n.t('Settings and files')}</h2>
      <Definitions
        rows={[
          [l10n.t('Program'), `Idiograph ${version}`],
          ...pairWithName(l10n.t('Reference index'), indexes),
          ...Object.entries(models).map(([kind, sha256]) => [l10n.t('Model file: {kind}', { kind }), sha256] as const),
          ...pairWithName(l10n.t('Calibration'), calibrations),
          ...pairWithName(l10n.t('Settings locked'), locks),
          ...pairWithName(l10n.t('Other settings'), [[...new Set(others)].join(', ')]),
        ]}
      />
    </>
  );
}

/**
 * One column that fits a phone, dark on a dark screen. On paper the page is A4 with page numbers, and a passage and its pair are on one
 * page.
 */
const reportStyle = [
  ':root{color-scheme:light}',
  'body{font:16px/1.5 Georgia,serif;max-width:48em;margin:2em auto;padding:0 1em;color:#111;background:#fff;overflow-wrap:anywhere}',
  'h1{font-size:1.6em;line-height:1.2}.appendices{break-before:page;margin-top:3em}h2{font-size:1.25em;margin-top:2em;border-bottom:1px solid #999}h3{font-size:1em}',
  'dl{display:grid;grid-template-columns:minmax(7em,2fr) 5fr;gap:.2em 1em}dt{font-weight:bold}dd{margin:0}',
  '.statement{font-size:1.15em;border-left:4px solid #111;padding-left:.8em}.carried{font-weight:bold}.quiet{color:#555}',
  '.caveat{border-left:4px solid #999;padding-left:.8em}',
  '.picture{font:11px sans-serif;margin:1em 0}.picture svg{display:block;overflow:visible}',
  '.wide{overflow:auto hidden}table{overflow-wrap:normal;border-collapse:collapse;font-size:.9em}th,td{text-align:left;vertical-align:top;padding:.2em .6em .2em 0;border-bottom:1px solid #999}tr{break-inside:avoid}',
  ...[1, 2, 3, 4].map((level) => `.level-${level}{background:rgba(127,127,127,${0.12 * level})}`),
  '.passage{border-top:1px solid #999;padding:.4em 0;break-inside:avoid}',
  '.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,16em),1fr));gap:.5em 1.5em}',
  '.pair figure,.pair blockquote{margin:0}figcaption{color:#555;font-size:.9em}',
  '.passage-head{display:flex;gap:.5em}.passage-head .quiet{color:inherit}.passage-number{font-weight:bold;white-space:nowrap}',
  '.decision{margin:.2em 0;border-left:4px solid #999;padding-left:.5em}mark{background:none;color:inherit}mark strong{text-decoration:underline}',
  'ol,ul{padding-left:1.6em}.hash{font:.75em/1.4 monospace;color:#333}.texts li{margin:.3em 0;break-inside:avoid}',
  '.sign{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,14em),1fr));gap:2em;margin-top:3em;break-inside:avoid}',
  '.sign div{border-top:1px solid #111;padding-top:.3em}',
  '@media screen and (prefers-color-scheme:dark){:root{color-scheme:dark;--vscode-foreground:#ddd;--vscode-descriptionForeground:#aaa;' +
    '--vscode-idiograph-passageUnderline:#8cc8f5}body{color:#ddd;background:#1e1e1e}.quiet,figcaption{color:#aaa}.hash{color:#bbb}' +
    '.statement,.sign div{border-color:#ddd}}',
  '@page{size:A4;margin:20mm 18mm;@bottom-right{content:counter(page) " / " counter(pages);font:9pt Georgia,serif}}',
  '@media print{.wide{overflow:visible}body{font-size:10.5pt;max-width:none;margin:0;padding:0}h2,h3{break-after:avoid}.picture{break-inside:avoid}}',
].join('');

/** The first characters of the JSON file beside a report, of any format. They identify such a file. */
export const reportJsonBegins = '{"format":"idiograph.report-facts/';

/** A report as data: everything but the texts, the pictures and the sentences. Equal facts give equal bytes. */
export function reportJson({ questioned, questions, blind, overview, ...rest }: ReportFacts): string {
  const { id, mode, genre, language, version, sha256, hashed, reading, byHand, works } = questioned;
  const withoutTexts = reading && { ...reading, parts: reading.parts.map(({ kind, words }) => ({ kind, words })) };
  const about = { id, mode, genre, language, version, sha256, hashed, reading: withoutTexts, byHand, works };
  const facts = {
    format: reportFormat,
    ...rest,
    ...(blind && { blind: blind.masked ? { ...blind, names: undefined } : blind }),
    ...(overview && { overview: listOverviewFacts(overview) }),
    questioned: { ...about, words: readSource(questioned).words },
    questions: questions.map((question): object => {
      if (question.kind !== 'search') return question;
      const { evidence, chosen, ...others } = question;
      return {
        ...others,
        chosen: chosen.map(({ candidate, ...found }) => ({ author: candidate.author, ...found })),
        evidence: { ...evidence, spans: evidence.spans.length },
      };
    }),
  };
  const ofConclusion: readonly string[] = ['evidence', 'verification', 'outcome', 'overview', 'parts'];
  const leaveOut = (key: string, value: unknown): unknown => (ofConclusion.includes(key) ? undefined : value);
  return `${JSON.stringify(facts, rest.withoutConclusion ? leaveOut : undefined)}\n`;
}
