import type { Candidate, Evidence, KnownDocument, PatchPair, QuestionedDocument, TextRange } from '../core/domain';
import { countWords } from '../core/text/countWords';
import { verificationView, notVerifiedWords } from './verificationView';
import { caveatLines } from './words/caveats';
import { factsLine, scoreWords, tierWords } from './words/words';

/** What a report is made of. It holds no time of its own, so that equal reviews give equal bytes. */
export interface ReportFacts {
  readonly evidence: Evidence;
  readonly questioned: QuestionedDocument;
  /** The known documents that passages lead to, by id. */
  readonly known: ReadonlyMap<string, KnownDocument>;
  /** Version of the program. */
  readonly version: string;
}

/** Candidates that get a section of their own. */
const detailed = 5;

/** The first lines of every report, by which one is known again. */
export const reportBegins = [
  '<!doctype html>',
  '<html lang="en"><head><meta charset="utf-8">',
  `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
].join('\n');

/** A review as one HTML page without scripts and without anything loaded from elsewhere; all text is escaped. */
export function renderReport(facts: ReportFacts): string {
  const { evidence, questioned } = facts;
  const title = `Review of ${questioned.id}`;
  return [
    reportBegins,
    `<title>${escape(title)}</title><style>${style}</style></head><body>`,
    `<h1>${escape(title)}</h1>`,
    factsTable(facts),
    ...caveatLines(evidence).map((line) => paragraph(line, 'caveat')),
    candidatesTable(evidence),
    ...evidence.candidates.slice(0, detailed).map((candidate) => candidateSection(candidate, facts)),
    limits,
    '</body></html>\n',
  ].join('\n');
}

const style = [
  'body{font:16px/1.5 Georgia,serif;max-width:60em;margin:2em auto;padding:0 1em;color:#111;background:#fff}',
  'table{border-collapse:collapse;margin:1em 0}th,td{text-align:left;padding:.2em .8em .2em 0;vertical-align:top}',
  'td.number{font-variant-numeric:tabular-nums;text-align:right}.caveat::before{content:"Note: ";font-weight:bold}',
  '.pair td{width:50%;border-top:1px solid #999}mark{background:none;color:inherit;text-decoration:underline;font-weight:bold}',
].join('');

const limits = [
  '<h2>How to read this report</h2>',
  paragraph('Scores order candidates only. They say nothing about the strength of evidence.'),
  paragraph(
    'A likelihood ratio compares the questioned text with all known texts of one author, given the named population and ' +
      'the calibration of the named condition. Ratios of several comparisons must not be added or multiplied.',
  ),
].join('\n');

function factsTable({ evidence, questioned, version }: ReportFacts): string {
  const rows: readonly (readonly [string, string])[] = [
    ['Questioned text', `${questioned.id} · ${factsLine(countWords(questioned.text), questioned)}`],
    ['SHA-256', questioned.sha256],
    ['Reference index', evidence.index],
    ...Object.entries(evidence.models).map(([kind, sha256]) => [`Model file (${kind})`, sha256] as const),
    [
      'Settings',
      Object.entries(evidence.settings)
        .map(([key, value]) => `${key} ${value}`)
        .join(', '),
    ],
    ['Version', `Idiograph ${version}`],
  ];
  return `<table>${rows.map(([name, value]) => `<tr><th>${escape(name)}</th><td>${escape(value)}</td></tr>`).join('\n')}</table>`;
}

function candidatesTable({ candidates }: Evidence): string {
  const rows = candidates.map(
    ({ author, score, tier }, place) =>
      `<tr><td class="number">${place + 1}</td><td>${escape(author)}</td>` +
      `<td class="number">${scoreWords(score)}</td><td>${escape(tierWords(tier))}</td></tr>`,
  );
  const head = '<tr><th>#</th><th>Author</th><th>Score</th><th>Tier</th></tr>';
  return `<h2>Candidates</h2><table>${head}\n${rows.join('\n')}</table>`;
}

function candidateSection(candidate: Candidate, facts: ReportFacts): string {
  const passages = candidate.pairs.map((pair) => pairRow(pair, facts)).join('\n');
  const table =
    passages === '' ? '' : `<table class="pair"><tr><th>Questioned</th><th>Known</th></tr>${passages}</table>`;
  return `<h2>${escape(candidate.author)}</h2>\n${verificationText(candidate, facts)}\n${table}`;
}

function verificationText({ verification }: Candidate, { questioned }: ReportFacts): string {
  if (!verification) return paragraph(notVerifiedWords());
  const about = { title: questioned.id, words: countWords(questioned.text) };
  const { statement, details, grounds, caveats } = verificationView(verification, about);
  return [
    ...[statement, ...details, ...grounds].map((line) => paragraph(line)),
    ...caveats.map((line) => paragraph(line, 'caveat')),
  ].join('\n');
}

function pairRow(pair: PatchPair, { questioned, known }: ReportFacts): string {
  const document = known.get(pair.document);
  const there = document ? `${escape(document.title)}: ${marked(document.text, pair.known)}` : '';
  return `<tr><td>${scoreWords(pair.similarity)} ${marked(questioned.text, pair.questioned)}</td><td>${there}</td></tr>`;
}

/** Characters shown on either side of a passage. */
const context = 60;

/** A passage, marked, with the text around it. */
function marked(text: string, { start, end }: TextRange): string {
  const before = escape(text.slice(Math.max(0, start - context), start));
  const after = escape(text.slice(end, end + context));
  return `…${before}<mark>${escape(text.slice(start, end))}</mark>${after}…`;
}

function paragraph(text: string, kind?: string): string {
  return `<p${kind === undefined ? '' : ` class="${kind}"`}>${escape(text)}</p>`;
}

/** Text as HTML text or attribute value. */
function escape(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => entities[character]!);
}
