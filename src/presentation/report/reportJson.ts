import { countWords } from '../../core/text/countWords';
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
  if (question.kind !== 'search') return { ...question, heat: undefined };
  const { evidence, chosen, ...rest } = question;
  const { spans, candidates, ...kept } = evidence;
  return {
    ...rest,
    chosen: chosen.map(({ candidate, ...found }) => ({ author: candidate.author, ...found, heat: undefined })),
    evidence: { ...kept, spans: spans.length, candidates },
  };
}
