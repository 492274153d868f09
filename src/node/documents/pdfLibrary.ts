/** PDF.js: in a file of its own, since it is bundled apart for its size. */
export { getDocument } from 'unpdf/pdfjs';
