import { strToU8, zipSync } from 'fflate';

export const wordNamespace = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A container of these parts. */
export function zipped(parts: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  return zipSync(
    Object.fromEntries(
      Object.entries(parts).map(([part, content]) => [part, typeof content === 'string' ? strToU8(content) : content]),
    ),
  );
}

/** Relationships, each by its id, with its type (the last word of it) and its target. */
export function relations(each: Readonly<Record<string, readonly [type: string, target: string]>>): string {
  const written = Object.entries(each).map(
    ([id, [type, target]]) => `<Relationship Id="${id}" Type="${relationships}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${written.join('')}</Relationships>`;
}

/** The XML of the main part of a Word document with this body. */
export function wordXml(body: string): string {
  return (
    `<w:document xmlns:w="${wordNamespace}" xmlns:r="${relationships}" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"` +
    ' xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"' +
    ` xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><w:body>${body}</w:body></w:document>`
  );
}

/** A Word document with this body, and other parts. */
export function wordFile(body: string, others: Readonly<Record<string, string | Uint8Array>> = {}): Uint8Array {
  return zipped({
    '_rels/.rels': relations({ r1: ['officeDocument', 'word/document.xml'] }),
    'word/document.xml': wordXml(body),
    ...others,
  });
}

/** A run of a Word document. */
export function run(text: string, properties = ''): string {
  return `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
}

/** A paragraph of a Word document: text, or runs. */
export function wordParagraph(content: string, properties = ''): string {
  return `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${content.startsWith('<') ? content : run(content)}</w:p>`;
}

const spaces = [
  ...['office', 'style', 'text', 'table', 'drawing', 'manifest'].map((name) => [
    name === 'drawing' ? 'draw' : name,
    `urn:oasis:names:tc:opendocument:xmlns:${name}:1.0`,
  ]),
  ['svg', 'urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0'],
  ['fo', 'urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0'],
  ['dc', 'http://purl.org/dc/elements/1.1/'],
]
  .map(([prefix, space]) => `xmlns:${prefix}="${space}"`)
  .join(' ');

/** The XML of an OpenDocument text: as one of its parts, or flat. */
export function openXml(body: string, styles = '', root = 'document-content'): string {
  return `<office:${root} ${spaces}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:text>${body}</office:text></office:body></office:${root}>`;
}

/** An OpenDocument text with this body and automatic styles, and with named styles and pages in its other part. */
export function openFile(body: string, styles = '', named = '', pages = ''): Uint8Array {
  const other = `<office:document-styles ${spaces}><office:styles>${named}</office:styles><office:master-styles>${pages}</office:master-styles></office:document-styles>`;
  return zipped({ 'content.xml': openXml(body, styles), 'styles.xml': other });
}
