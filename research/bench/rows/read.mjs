// Readers: a PDF of 300 pages beside the same words in a web page, and the memory that it takes.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { race } from '../harness.mjs';
import { sampleTexts, wordsOf } from '../texts.mjs';

/** read/*: files are written to a temporary folder first. */
export async function readRows(bench) {
  const { engine, report } = bench;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-bench-'));
  process.once('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
  const pages = pagesOf(sampleTexts(bench).known.join('\n\n'), bench.rounds === 1 ? 10 : 300);
  const [pdf, html] = [path.join(folder, 'book.pdf'), path.join(folder, 'book.html')];
  fs.writeFileSync(pdf, pdfOf(pages), 'latin1');
  fs.writeFileSync(
    html,
    pages
      .flat()
      .map((line) => `<p>${line}</p>`)
      .join('\n'),
  );
  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
  const times = await race(
    { pdf: () => engine.readDocument(pdf), html: () => engine.readDocument(html) },
    bench.rounds,
  );
  clearInterval(watch);
  const more = { pages: pages.length, words: wordsOf(pages.flat().join(' ')), memory: peak - before };
  report.time('read/pdf', times.pdf, times.html, { data: 'sample texts', against: 'the same words in HTML', ...more });
}

/** So many pages of 40 lines of at most 80 plain characters, with the text over and over. */
function pagesOf(text, count) {
  const plain = text.replace(/[^\x20-\x7e\n]/g, "'").replace(/[\\()<&]/g, ' ');
  const lines = plain.match(/\S.{0,79}(?=\s|$)/g);
  return Array.from({ length: count }, (_, page) =>
    Array.from({ length: 40 }, (__, line) => lines[(40 * page + line) % lines.length]),
  );
}

/** A PDF in one of the 14 fonts that every reader has. */
function pdfOf(pages) {
  const content = pages.map(
    (lines) => `BT /F 11 Tf 14 TL 50 780 Td\n${lines.map((line) => `(${line}) '`).join('\n')}\nET`,
  );
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((_, i) => `${4 + 2 * i} 0 R`).join(' ')}]>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...content.flatMap((stream, i) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 3 0 R>>>>/Contents ${5 + 2 * i} 0 R>>`,
      `<</Length ${stream.length}>>stream\n${stream}\nendstream`,
    ]),
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((object, i) => {
    const place = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  return `${file}xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF`;
}
