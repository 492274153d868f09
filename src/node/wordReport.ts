import { unzipSync, zipSync } from 'fflate';

/** A part that every Word report begins with, by which one is known again; it is not compressed, and programs pass it over. */
const mark = {
  'idiograph-report.xml': [new TextEncoder().encode('<report xmlns="idiograph.report/1"/>'), { level: 0 }],
} as const satisfies Parameters<typeof zipSync>[0];
/** When every file of an archive was changed: always the same, so that one report has the same bytes. */
const mtime = new Date(1980, 0, 1);

/** The first bytes of every Word report, one character each. */
export const wordReportBegins = Buffer.from(zipSync({ ...mark }, { mtime }))
  .toString('latin1')
  .split('PK\u0001\u0002')[0]!;

/** The HTML page of a report as a Word document. Pictures are in the page alone; their words are here, too. */
export async function renderWord(html: string, title: string): Promise<Uint8Array> {
  const { Document, Packer, htmlToContent } = await import('./docxLibrary');
  const body = html.replace(/<svg\b.*?<\/svg>/gs, '').replace(/<style>.*?<\/style>/s, '');
  const children = [...htmlToContent(body)];
  const parts = unzipSync(
    await Packer.toBuffer(new Document({ title, creator: 'Idiograph', sections: [{ children }] })),
  );
  return zipSync({ ...mark, ...parts }, { mtime });
}
