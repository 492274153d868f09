import { countWords } from '../../core/text/countWords';
import type { PassagesView } from '../../protocol/panel';
import { renderReport, reportBegins } from './report';
import type { ReportFacts, ReportQuestion } from './reportFacts';

/** How the file beside a report begins, by which one is known again. */
export const reportJsonBegins = '{"format":"idiograph.report-facts/1",';

/** What a report says, as data: everything but the texts, the pictures and the sentences. Equal facts give equal bytes. */
export function reportJson({ questioned, questions, ...rest }: ReportFacts): string {
  const { text, ...about } = questioned;
  const facts = {
    format: 'idiograph.report-facts/1',
    ...rest,
    questioned: { ...about, words: countWords(text) },
    questions: questions.map(questionFacts),
  };
  return `${JSON.stringify(facts)}\n`;
}

function questionFacts(question: ReportQuestion): object {
  if (question.kind !== 'search') return { ...question, ...passagesFacts(question) };
  const { evidence, chosen, ...rest } = question;
  const { spans, candidates, ...kept } = evidence;
  return {
    ...rest,
    chosen: chosen.map(({ candidate, ...found }) => ({ author: candidate.author, ...found, ...passagesFacts(found) })),
    evidence: { ...kept, spans: spans.length, candidates },
  };
}

/** Those that are set apart are counted alone. */
function passagesFacts({ setApart }: PassagesView): object {
  return { setApart: setApart.heading, heat: undefined };
}

/** One of the files of a report: where it stands, how such a file begins, and what is written into it. */
export interface ReportFile {
  readonly file: string;
  readonly begins: string;
  readonly text: (facts: ReportFacts) => string;
}

/** A report's page, and its facts as JSON beside it under the same name. */
export function reportFiles(page: string): readonly [page: ReportFile, data: ReportFile] {
  const json = `${page.replace(/\.html?$/i, '')}.json`;
  return [
    { file: page, begins: reportBegins, text: renderReport },
    { file: json, begins: reportJsonBegins, text: reportJson },
  ];
}
