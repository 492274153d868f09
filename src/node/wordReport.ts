import { unzipSync, zipSync } from 'fflate';

/** The first part of every Word report, which identifies it. It is not compressed, and programs ignore it. */
const mark = {
  'idiograph-report.xml': [new TextEncoder().encode('<report xmlns="idiograph.report/1"/>'), { level: 0 }],
} as const satisfies Parameters<typeof zipSync>[0];
/** The change time of every file in an archive. It is always the same, so that equal reports have equal bytes. */
const mtime = new Date(1980, 0, 1);

/** The first bytes of every Word report, one character each. */
export const wordReportBegins = Buffer.from(zipSync({ ...mark }, { mtime }))
  .toString('latin1')
  .split('PK\u0001\u0002')[0]!;

/** The HTML page of a report as a Word document. Pictures are only in the page; their descriptions are in both. */
export async function renderWord(html: string, title: string): Promise<Uint8Array> {
  const { Document, Packer, htmlToContent } = await import('./docxLibrary');
  const body = html.replace(/<svg\b.*?<\/svg>/gs, '').replace(/<style>.*?<\/style>/s, '');
  const children = [...htmlToContent(body)];
  const parts = unzipSync(
    await Packer.toBuffer(new Document({ title, creator: 'Idiograph', sections: [{ children }] })),
  );
  return zipSync({ ...mark, ...parts }, { mtime });
}
