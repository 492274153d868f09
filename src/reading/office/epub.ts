import path from 'node:path';
import { unreadableDocument } from '../../core/errors';
import type { DocumentReader } from '../../core/ports';
import { type Markup, MarkupReader, nothingRead } from '../markup/markup';
import { readHtml } from '../markup/html';
import { Prose } from '../markup/prose';
import { Container, normalisePart } from './container';

/** Reads .epub: the chapters in the order of the book, without its contents. */
export const epubReader: DocumentReader = {
  library: 'htmlparser2 12.0.0',
  read: async (bytes, name, stop) => {
    const container = new Container(bytes, name);
    const list = (part: string, meet: NonNullable<Markup['meet']>): void =>
      new MarkupReader({ ...nothingRead, meet }).read(container.readXml(part) ?? '', name, stop);
    let book = '';
    list('META-INF/container.xml', (element, attributes) => {
      if (/(?:^|:)rootfile$/.test(element)) book ||= normalisePart(attributes['full-path'] ?? '');
    });
    const chapters = new Map<string, string>();
    const prose = new Prose();
    const order: string[] = [];
    list(book, (element, { id = '', href = '', idref = '', properties = '' }) => {
      if (/(?:^|:)item$/.test(element) && !/\bnav\b/.test(properties))
        chapters.set(id, normalisePart(path.posix.join(path.posix.dirname(book), decodeURIComponent(href))));
      if (/(?:^|:)itemref$/.test(element)) order.push(idref);
    });
    if (order.length === 0) throw unreadableDocument(name, 'it is not a book (epub)');
    for (const each of order) {
      const page = chapters.get(each) === undefined ? undefined : container.readText(chapters.get(each)!);
      if (page !== undefined) prose.include(readHtml(page, name, stop));
    }
    return Promise.resolve(prose.content);
  },
};
