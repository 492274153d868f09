import type { Candidate, NamedVerification, Verification } from '../../core/domain';
import { countWords } from '../../core/text/countWords';
import { standingOf } from '../../core/ranking/combinedScore';
import type { ExcerptView, PassageView, PieceView } from '../../protocol/panel';
import { candidatesStrip } from '../pictures/candidatesStrip';
import { densitiesPicture } from '../pictures/densitiesPicture';
import { escapeText, markup } from '../pictures/markup';
import type { Drawing } from '../../protocol/drawing';
import { notVerifiedWords, verificationView } from '../verificationView';
import { caveatLines } from '../words/caveats';
import { expectedWords, findingWords, whyNone } from '../words/strength';
import { scoreWords } from '../words/words';
import { heading, paragraph, table, tag } from './html';
import type {
  AuthorQuestion,
  ChosenCandidate,
  ReportFacts,
  ReportPassages,
  ReportQuestion,
  SearchQuestion,
} from './reportFacts';

/** What one question found. */
export function findings(question: ReportQuestion, place: number, facts: ReportFacts): string {
  switch (question.kind) {
    case 'search':
      return searchFindings(question, facts);
    case 'author':
      return [
        heading(2, `Findings: ${question.author}`),
        verificationText(question.verification, facts),
        ...askedAfter(question, place, facts),
        ...passagesText(question),
      ].join('\n');
    case 'text':
      return [
        heading(2, `Findings: ${question.title}`),
        verificationText(question.verification, facts),
        ...passagesText(question),
      ].join('\n');
  }
}

/** A named author's answer holds only where no search brought the author up before. */
function askedAfter(question: AuthorQuestion, i: number, { asked, questions }: ReportFacts): readonly string[] {
  const place = asked.findIndex(({ asked: each }) => each.kind === 'author' && each.author === question.author);
  const logged = asked.slice(0, place < 0 ? undefined : place).map((each) => each.asked);
  const before = place < 0 ? [...logged, ...questions.slice(0, i)] : logged;
  const search = before.find((each) => each.kind === 'search');
  if (!search) return [];
  const { author } = question;
  const text =
    `This was asked after a search of ${search.authors} authors had been made. If the search brought up ${author}, ` +
    'read this statement with the number of authors that the search would bring up by chance.';
  return [paragraph(text, 'caveat')];
}

function searchFindings({ evidence, authors, chosen }: SearchQuestion, facts: ReportFacts): string {
  const { candidates } = evidence;
  const standing = standingOf(candidates.map(({ score }) => score));
  const strip = candidatesStrip({ authors: candidates, chosen: chosen[0]?.candidate.author, standing });
  return [
    heading(2, 'Findings of the search'),
    paragraph(`${authors} authors were searched; ${candidates.length} of them are in the order of candidates.`),
    picture(strip),
    candidatesTable(candidates),
    paragraph('Every candidate of the search is listed, whichever is reported on below.', 'quiet'),
    ...caveatLines(evidence).map((line) => paragraph(line, 'caveat')),
    ...chosen.map((each) => candidateFindings(each, evidence.candidates.indexOf(each.candidate) + 1, facts)),
  ].join('\n');
}

/** Every candidate of the search, whichever is reported on. */
function candidatesTable(candidates: readonly Candidate[]): string {
  const head = ['Order', 'Candidate', 'Score', 'Likelihood ratio', 'As close by chance', 'To the wrong side'];
  const rows = candidates.map(({ author, score, verification }, i) => [
    ...[String(i + 1), author, scoreWords(score), verification ? ratioOf(verification) : notVerifiedWords()],
    ...(verification ? [expectedWords(verification), wrongOf(verification)] : ['', '']),
  ]);
  return table('Candidates', head, rows);
}

function ratioOf(verification: Verification): string {
  return verification.llr === undefined ? whyNone(verification) : findingWords(verification);
}

/** How often comparisons of its condition point to the wrong side, and in whose validation. */
function wrongOf({ errorRate, validatedOn }: Verification): string {
  if (errorRate === undefined) return '';
  const whose = validatedOn === 'index' ? 'in validation on this index' : 'in the validation that ships';
  return `${Math.round(errorRate * 100)} of 100 ${whose}`;
}

function candidateFindings(chosen: ChosenCandidate, rank: number, facts: ReportFacts): string {
  const { author, verification } = chosen.candidate;
  return [
    heading(2, `Candidate ${rank}: ${author}`),
    verification ? verificationText(verification, facts) : paragraph(notVerifiedWords()),
    ...passagesText(chosen),
  ].join('\n');
}

/** An author's passages, with where they are and what they rest on. */
function passagesText({ passages, against, setApart, heat }: ReportPassages): readonly string[] {
  return [
    ...(heat ? [picture(heat)] : []),
    passageList('Passages', passages),
    passageList('Passages that other candidates answer better', against),
    ...(setApart === '' ? [] : [paragraph(`${setApart}.`, 'quiet')]),
  ];
}

function verificationText(verification: Verification | NamedVerification, { questioned }: ReportFacts): string {
  const about = { title: questioned.id, words: countWords(questioned.text) };
  const { statement, chance, carried, details, grounds, caveats } = verificationView(verification, about);
  const strength = carried ? 'statement carried' : 'statement';
  const { densities } = verification;
  return [
    paragraph(statement, strength),
    ...(chance === '' ? [] : [paragraph(chance, strength)]),
    ...(densities ? [picture(densitiesPicture(densities))] : []),
    ...[...details, ...grounds].map((line) => paragraph(line)),
    ...caveats.map((line) => paragraph(line, 'caveat')),
  ].join('\n');
}

function passageList(title: string, passages: readonly PassageView[]): string {
  if (passages.length === 0) return '';
  return [
    heading(3, title),
    paragraph(
      'Numbered as on the screen; what carries each is underlined. They are for reading; they say nothing about the strength of evidence.',
      'quiet',
    ),
    ...passages.map(passageItem),
  ].join('\n');
}

function passageItem({ number, why, questioned, known }: PassageView): string {
  const pair = tag('div', excerpt('Questioned', questioned) + excerpt(`Known: ${known.title}`, known), 'pair');
  return tag('div', `${tag('strong', `Passage ${number}`)} ${escapeText(why)}\n${pair}`, 'passage');
}

function excerpt(caption: string, { before, passage, after }: ExcerptView): string {
  const quoted = `${escapeText(before)}${tag('em', passage.map(piece).join(''))}${escapeText(after)}`;
  return tag('figure', `${tag('figcaption', escapeText(caption))}${tag('blockquote', quoted)}`);
}

function piece({ text, carries }: PieceView): string {
  return carries ? tag('mark', escapeText(text)) : escapeText(text);
}

function picture(drawing: Drawing): string {
  return tag('div', markup(drawing), 'picture') + paragraph(drawing.says, 'quiet');
}
