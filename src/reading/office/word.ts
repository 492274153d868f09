import path from 'node:path';
import { unreadableDocument } from '../../core/errors';
import type { DocumentReader, ReadContent } from '../../core/ports';
import type { StopSignal } from '../../core/basics/work';
import { Container, normalisePart } from './container';
import { type Markup, MarkupReader, nameAll, nothingRead } from '../markup/markup';
import { readOtherKind } from './otherKind';
import { type Aside, WordMarkup, type WordParts } from './wordMarkup';
import { readWordStyles } from './wordStyles';

/** A part that another names, and the last word of its type. */
type Relation = Readonly<Record<'id' | 'type' | 'target', string>>;

/** The relations through which the main part refers to parts besides its text. */
const besides: Readonly<Record<string, Aside>> = {
  ...nameAll('footnotes endnotes', 'notes' as const),
  comments: 'comments',
  ...nameAll('header footer', 'headers' as const),
};

/** Words of diagrams and charts (DrawingML, ECMA-376-1, §21). */
const figureMarkup: Markup = { ...nothingRead, text: new Set(['a:t', 'c:v']), paragraphs: new Set(['a:p', 'c:pt']) };

/** Reads .docx and its kin: the body, with text boxes and kept insertions in their places. */
export const wordReader: DocumentReader = {
  library: 'htmlparser2 12.0.0',
  read: (bytes, name, stop) => new WordDocument(new Container(bytes, name), name, stop).read(),
};

/** A document in a container, which may be within another document. */
export class WordDocument {
  /** @param depth  the number of documents around this one */
  constructor(
    private readonly container: Container,
    private readonly name: string,
    private readonly stop: StopSignal,
    private readonly depth = 0,
  ) {}

  async read(): Promise<ReadContent> {
    const main = this.readRelations('').find(({ type }) => type === 'officeDocument')?.target;
    const body = main === undefined ? undefined : this.container.readXml(main);
    if (main === undefined || body === undefined)
      throw unreadableDocument(this.name, 'it is not a Word document (docx)');
    const relations = this.readRelations(main);
    const styles = relations.find(({ type }) => type === 'styles')?.target;
    const parts: WordParts = {
      ...readWordStyles(this.container.readText(styles ?? '') ?? '', this.name, this.stop),
      asides: new Map(),
      figures: new Map(),
      chunks: new Map(),
      spend: (text) => this.container.spend(text),
    };
    for (const relation of relations) await this.readRelation(relation, parts);
    const markup = new WordMarkup(parts);
    const reader = new MarkupReader(markup);
    reader.read(body, this.name, this.stop);
    if (!markup.isWord) throw unreadableDocument(this.name, 'it is not a Word document (docx)');
    if (markup.lostChunk !== undefined)
      throw unreadableDocument(
        this.name,
        `some of its text is in a part (${markup.lostChunk}) that is not in the file`,
      );
    markup.setApartRest(reader.prose);
    return reader.prose.content;
  }

  /** The parts that a part names; those of the container itself, where it is empty. */
  private readRelations(part: string): readonly Relation[] {
    const { dir, base } = path.posix.parse(part);
    const results: Relation[] = [];
    const meet: Markup['meet'] = (element, { Id: id = '', Type = '', Target = '', TargetMode }) => {
      if (element !== 'package:Relationship' || TargetMode === 'External') return;
      const target = Target.startsWith('/') ? Target : path.posix.join(dir, normalisePart(Target));
      results.push({ id, type: path.posix.basename(Type), target: normalisePart(target) });
    };
    const source = this.container.readXml(path.posix.join(dir, '_rels', `${base}.rels`)) ?? '';
    new MarkupReader({ ...nothingRead, meet }).read(source, this.name, this.stop);
    return results;
  }

  private async readRelation({ id, type, target }: Relation, parts: WordParts): Promise<void> {
    const kind = Object.hasOwn(besides, type) ? besides[type] : undefined;
    if (kind) {
      const markup = new WordMarkup(parts);
      const text = this.readText(markup, target);
      const notes = kind === 'headers' ? [[target, text] as const] : markup.notes; // others have numbers
      for (const [number, note] of notes) parts.asides.set(number, { kind, text: note });
    }
    if (type === 'diagramData' || type === 'chart') parts.figures.set(id, this.readText(figureMarkup, target));
    if (type !== 'aFChunk') return;
    const bytes = this.container.readBytes(target);
    const where = `its text is in a part (${target}) that`;
    if (!bytes) throw unreadableDocument(this.name, `${where} is missing`);
    const readWord = (document: Uint8Array): Promise<ReadContent> => {
      if (this.depth > 2) throw unreadableDocument(this.name, 'its parts are nested too deeply');
      const container = new Container(document, this.name, this.container.spent);
      return new WordDocument(container, this.name, this.stop, this.depth + 1).read();
    };
    parts.chunks.set(id, await readOtherKind(bytes, { name: this.name, where }, this.stop, readWord));
  }

  private readText(markup: Markup, part: string): string {
    const reader = new MarkupReader(markup);
    reader.read(this.container.readXml(part) ?? '', this.name, this.stop);
    return reader.prose.text;
  }
}
