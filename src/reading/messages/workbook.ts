import { Parser } from 'htmlparser2';
import Papa from 'papaparse';
import { unreadableDocument } from '../../core/errors';
import { type StopSignal, throwIfStopped } from '../../core/basics/work';
import { Container } from '../office/container';

type Sheet = readonly (readonly string[])[];

/** The sheets of a workbook (ECMA-376-1, §18) as comma-separated tables from the names of columns on. Throws UnreadableDocument, Cancelled. */
export function readWorkbook(bytes: Uint8Array, name: string, stop: StopSignal): readonly string[] {
  const container = new Container(bytes, name);
  const parts = container.names.filter((part) => /^xl\/worksheets\/[^/]+\.xml$/i.test(part)).sort();
  if (parts.length === 0) throw unreadableDocument(name, 'it is not a workbook of Excel (xlsx)');
  const shared = readRows(container.readText('xl/sharedStrings.xml') ?? '', 'sst', []).flat();
  return parts.flatMap((part) => {
    throwIfStopped(stop);
    const rows = readRows(container.readText(part)!, 'row', shared);
    const first = rows.findIndex((row) => row.filter((cell) => cell.trim() !== '').length > 1);
    return first < 0 ? [] : [Papa.unparse(rows.slice(first) as string[][])];
  });
}

/** The rows of a sheet, or the shared texts as one row. @param shared  the texts that cells name by their number */
function readRows(xml: string, row: 'row' | 'sst', shared: readonly string[]): Sheet {
  const rows: string[][] = [];
  let [text, type, at, isText] = ['', '', 0, false];
  const parser = new Parser(
    {
      onopentag: (element, { r = '', t = '' }) => {
        if (element === row) rows.push([]);
        const letters = Array.from(/^[A-Z]{1,3}/.exec(r)?.[0] ?? ''); // of a cell such as "AB12"
        const column = letters.reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0) - 1; // from 0 on
        if (element === 'c' || element === 'si')
          [text, type, at] = ['', t, column < 0 ? (rows.at(-1)?.length ?? 0) : column];
        isText = element === 't' || element === 'v';
      },
      ontext: (part) => {
        if (isText) text += part;
      },
      onclosetag: (element) => {
        isText = false;
        if (element === 'si') rows.at(-1)?.push(text);
        if (element !== 'c' || at > mostColumns) return;
        const cells = rows.at(-1)!;
        while (cells.length < at) cells.push('');
        cells[at] = type === 's' ? (shared[Number(text)] ?? '') : text;
      },
    },
    { xmlMode: true },
  );
  parser.end(xml.replace(/<(\/?)\w+:/g, '<$1'));
  return rows;
}

const mostColumns = 16_384;
