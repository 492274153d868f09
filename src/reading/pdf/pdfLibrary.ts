/** PDF.js, in a separate file because it is bundled separately for its size. It calls two functions that Node 20 does not have. */
export { getDocument, normalizeUnicode, OPS } from 'unpdf/pdfjs';

type Prototype = Record<string, unknown>;
(ArrayBuffer.prototype as unknown as Prototype)['transferToFixedLength'] ??= function (this: ArrayBuffer): ArrayBuffer {
  return structuredClone(this, { transfer: [this] });
};
(URL as unknown as Prototype)['parse'] ??= (url: string, base?: string): URL | null =>
  URL.canParse(url, base) ? new URL(url, base) : null;
