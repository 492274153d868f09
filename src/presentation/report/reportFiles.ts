import { renderReport, reportBegins } from './report';
import type { ReportFacts } from './reportFacts';
import { reportJson, reportJsonBegins } from './reportJson';

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
