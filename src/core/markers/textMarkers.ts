import type { Rate } from '../domain';
import { readCatalogue } from './catalogue/catalogue';
import { type MarkedText, type MarkedWords, type MarkerDefinition, MarkerFinder, readWords } from './findMarkers';
import { listMarkers, type OwnMarker } from './ownMarkers';
import { readSource } from '../text/readText';

/** What one text shows of every habit, and its words for phrases to be found in. */
export interface TextMarkers {
  /** In the order of the habits that are counted. */
  readonly rates: readonly Rate[];
  /** Each between blanks, sentences between bars, a comma where any sign stands between two; in lower case, but for names. */
  readonly words: string;
  /** Its author's words as they are counted wherever the length of a text is shown. */
  readonly size: number;
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
    return {
      get rates() {
        if (rates) return rates;
        const read = readWords(source);
        words ??= joinWords(read);
        return (rates = finder.count(source, read));
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

function joinWords({ own, tokens }: MarkedWords): string {
  const words = tokens.map(({ raw, word, sentence, closes, start }, i) => {
    const isName = sentence === 0 && /^\p{Lu}/u.test(raw) && !/^i(?:'|$)/.test(word);
    const isApart = sentence === 0 && i > 0 && /\S/.test(own.slice(tokens[i - 1]!.end, start));
    return `${sentence > 0 ? '| ' : isApart ? ', ' : ''}${isName ? raw : word}${closes ? ' |' : ''}`;
  });
  return ` ${words.join(' ')} `;
}
