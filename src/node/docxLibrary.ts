// The library that writes Word documents, as a bundle of its own, which is loaded when the first one is written.
export { Document, Packer } from 'docx';
export { htmlToContent } from 'docx/html';
