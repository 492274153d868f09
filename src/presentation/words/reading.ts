import * as l10n from '@vscode/l10n';
import type { QuestionedDocument } from '../../core/domain';
import type { PartKind, Reading } from '../../core/readableFormats';

/** How the text of a file was made, and what was left out of it; empty: the file is the text. */
export function readingWords(reading: Reading | undefined): readonly string[] {
  if (!reading) return [];
  const leftOut = reading.parts.filter(({ kind }) => kind !== 'insertions' && kind !== 'quoted');
  const listed = leftOut.map(({ kind, words }) => l10n.t('{part} ({words} words)', { part: partWords(kind), words }));
  const wordsOf = (kind: PartKind): number => reading.parts.find((part) => part.kind === kind)?.words ?? 0;
  const [inserted, quoted] = [wordsOf('insertions'), wordsOf('quoted')];
  return [
    l10n.t('The text was made from the file by {reader}.', { reader: reading.reader }),
    ...(listed.length > 0 ? [l10n.t('Left out of it: {parts}.', { parts: listed.join(', ') })] : []),
    ...(inserted > 0
      ? [l10n.t('{words} words of it are tracked insertions: another person may have made them.', { words: inserted })]
      : []),
    ...(quoted > 0
      ? [
          l10n.t('{words} words of it are quoted mail or a signature, which comparisons leave out by default.', {
            words: quoted,
          }),
        ]
      : []),
  ];
}

/** What is taken for granted of texts that are asked about as one; empty: it is one text. */
export function togetherWords(together: QuestionedDocument['together'] = []): readonly string[] {
  if (together.length === 0) return [];
  const texts = together.map(({ title }) => title).join(', ');
  return [
    l10n.t('One writer is taken to have written all of {texts}; no comparison tells whether that is so.', { texts }),
  ];
}

function partWords(kind: PartKind): string {
  const words: Readonly<Record<PartKind, string>> = {
    insertions: l10n.t('tracked insertions'),
    quoted: l10n.t('quoted mail and signatures'),
    deletions: l10n.t('deletions'),
    hidden: l10n.t('hidden text'),
    notes: l10n.t('footnotes and endnotes'),
    comments: l10n.t('comments'),
    headers: l10n.t('headers, footers and page numbers'),
    cells: l10n.t('table cells of fewer than ten words'),
    contents: l10n.t('a table of contents'),
    navigation: l10n.t('navigation'),
    forwarded: l10n.t('forwarded mail'),
    attachments: l10n.t('attached texts'),
  };
  return words[kind];
}

/** Where an offset of a text stands: its paragraph, of its page where the file has pages. Paragraphs are apart by blank lines. */
export function placeWords(text: string, offset: number, pages: readonly number[] = []): string {
  const page = pages.findLastIndex((begin) => begin <= offset);
  const before = text.slice(pages[page] ?? 0, offset);
  const paragraph = before.trimStart().split(/\n\s*\n(?=\s*\S|$)/).length;
  return page < 0
    ? l10n.t('paragraph {paragraph}', { paragraph })
    : l10n.t('page {page}, paragraph {paragraph}', { page: page + 1, paragraph });
}
