import type { Rate } from '../domain';
import { readCatalogue } from './catalogue/catalogue';
import { type MarkedText, type MarkedWords, type MarkerDefinition, MarkerFinder, readWords } from './findMarkers';
import { listMarkers, type OwnMarker } from './ownMarkers';
import type { Token } from './tokens';
import { readSource } from '../text/readText';
import { workAtOnce } from '../work';

/** What one text shows of every habit, and its words for phrases to be found in. */
export interface TextMarkers {
  /** In the order of the habits that are counted. */
  readonly rates: readonly Rate[];
  /** Each between blanks, sentences between bars, a comma where any sign stands between two; in lower case, but for names. */
  readonly words: string;
  /** Its author's words as they are counted wherever the length of a text is shown. */
  readonly size: number;
  /** Makes the rates, which are made at once where they are asked for before; it yields wherever other work may come in between. */
  count(): Generator<void, readonly Rate[]>;
}

/** Counts habits in texts, in each once as long as its document is kept. What is quoted or signed is not its author's and is not counted. */
export class TextMarkersCache {
  private kept = new WeakMap<MarkedText, TextMarkers>();
  private finder: MarkerFinder;
  private own = '[]';

  constructor(private readonly catalogue = readCatalogue()) {
    this.finder = new MarkerFinder(catalogue);
  }

  /**
   * The habits that are counted from now on: the user's own, and those of the catalogue. If the markers of the user change, every text is
   * counted again.
   */
  useMarkers(own: readonly OwnMarker[] = []): readonly MarkerDefinition[] {
    const key = JSON.stringify(own);
    if (key !== this.own) {
      this.kept = new WeakMap();
      this.finder = new MarkerFinder(listMarkers(own, this.catalogue));
      this.own = key;
    }
    return this.finder.habits;
  }

  readOrCount(source: MarkedText): TextMarkers {
    const result = this.kept.get(source) ?? this.read(source);
    this.kept.set(source, result);
    return result;
  }

  /** The same with the id of the document: one object as long as the document is kept. */
  readNamed(source: MarkedText & { readonly id: string }): TextMarkers & { readonly id: string } {
    return Object.assign(this.readOrCount(source), { id: source.id });
  }

  /**
   * Nothing is found before it is asked for: the subject of a case is told by words alone. Who asks for rates asks for words too, as a rule: both are made of one
   * walk over the text, which is not kept.
   */
  private read(source: MarkedText): TextMarkers {
    const { finder } = this;
    let rates: readonly Rate[] | undefined;
    let words: string | undefined;
    function* count(): Generator<void, readonly Rate[]> {
      if (rates) return rates;
      const read = readWords(source);
      const parts: string[] = [];
      rates = yield* finder.countGently({ ...read, paragraphs: joinOnTheWay(read, parts) });
      words ??= joinParts(parts);
      return rates;
    }
    return {
      count,
      get rates() {
        return workAtOnce(count());
      },
      get words() {
        return (words ??= joinWords(readWords(source)));
      },
      get size() {
        return readSource(source).words;
      },
    };
  }
}

function joinWords(read: MarkedWords): string {
  const parts: string[] = [];
  workAtOnce(joinOnTheWay(read, parts));
  return joinParts(parts);
}

function joinParts(parts: readonly string[]): string {
  return ` ${parts.join(' ')} `;
}

/** The same paragraphs, each of which is joined once it is read. */
function* joinOnTheWay({ own, paragraphs }: MarkedWords, parts: string[]): Generator<readonly Token[], void> {
  for (const paragraph of paragraphs) {
    parts.push(joinParagraph(own, paragraph));
    yield paragraph;
  }
}

function joinParagraph(own: string, tokens: readonly Token[]): string {
  const words = tokens.map(({ raw, word, sentence, closes, start }, i) => {
    const isName = sentence === 0 && /^\p{Lu}/u.test(raw) && !/^i(?:'|$)/.test(word);
    const isApart = sentence === 0 && i > 0 && /\S/.test(own.slice(tokens[i - 1]!.end, start));
    return `${sentence > 0 ? '| ' : isApart ? ', ' : ''}${isName ? raw : word}${closes ? ' |' : ''}`;
  });
  return words.join(' ');
}
