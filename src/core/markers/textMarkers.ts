import type { Per, Rate } from '../domain/evidence';
import { readCatalogue } from './catalogue/catalogue';
import { type MarkedText, type MarkedWords, type MarkerDefinition, MarkerFinder, readWords } from './findMarkers';
import { listMarkers, type OwnMarker } from './ownMarkers';
import { countOwnWords, type Token } from './tokens';

/** The rates of all markers in one text, and its words for finding phrases. */
export interface TextMarkers {
  /** The id of its document. Empty if it has none. */
  readonly id: string;
  /** In the order of the markers that are counted. */
  readonly rates: readonly Rate[];
  /**
   * The words between blanks, with bars between sentences and a comma for any sign between two words, but not for the mark of a lost letter
   * (Cl?ment); in lower case, except names.
   */
  readonly words: string;
  /** The number of words in which markers are counted, as words are counted elsewhere: without quotations. */
  readonly size: number;
  /** Its sentences and paragraphs. The rate of a marker with more occurrences than these has as many occasions as occurrences. */
  readonly units: Readonly<Record<'sentences' | 'paragraphs', number>>;
}

/** Counts markers in texts, once for each document that is cached. Quotations and signatures are not the author's and do not count. */
export class TextMarkersCache {
  private kept = new WeakMap<MarkedText, TextMarkers>();
  private finder: MarkerFinder;
  private own = '[]';

  constructor(private readonly catalogue = readCatalogue()) {
    this.finder = new MarkerFinder(catalogue);
  }

  /**
   * Sets the markers that are counted from now on: the user's own, and those of the catalogue. If the markers of the user change, every
   * text is counted again.
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

  readOrCount(source: MarkedText & { readonly id?: string }): TextMarkers {
    const result = this.kept.get(source) ?? this.read(source, source.id ?? '');
    this.kept.set(source, result);
    return result;
  }

  /**
   * Nothing is computed before it is requested: the subject of a case needs only words. A request for rates is usually followed by one for
   * words, so both are computed in one pass over the text, which is not cached.
   */
  private read(source: MarkedText, id: string): TextMarkers {
    const { finder } = this;
    let rates: readonly Rate[] | undefined;
    let words: string | undefined;
    let size: number | undefined;
    let units: TextMarkers['units'] | undefined;
    return {
      id,
      get rates() {
        if (rates) return rates;
        const read = readWords(source);
        const parts: string[] = [];
        rates = finder.countWords({ ...read, paragraphs: joinOnTheWay(read, parts) });
        words ??= joinParts(parts);
        return rates;
      },
      get words() {
        return (words ??= joinWords(readWords(source)));
      },
      get size() {
        return (size ??= countOwnWords(source));
      },
      get units() {
        const least = (unit: Per): number =>
          Math.min(...finder.habits.flatMap(({ per }, h) => (per === unit ? this.rates[h]!.occasions : [])));
        return (units ??= { sentences: least('sentences'), paragraphs: least('paragraphs') });
      },
    };
  }
}

function joinWords({ own, paragraphs }: MarkedWords): string {
  return joinParts(Array.from(paragraphs, (paragraph) => joinParagraph(own, paragraph)));
}

function joinParts(parts: readonly string[]): string {
  return ` ${parts.join(' ')} `;
}

/** The same paragraphs. Each is joined after it is read. */
function* joinOnTheWay({ own, paragraphs }: MarkedWords, parts: string[]): Generator<readonly Token[], void> {
  for (const paragraph of paragraphs) {
    parts.push(joinParagraph(own, paragraph));
    yield paragraph;
  }
}

function joinParagraph(own: string, tokens: readonly Token[]): string {
  const words = tokens.map(({ raw, word, sentence, closes, start }, i) => {
    const isName = sentence === 0 && /^\p{Lu}/u.test(raw) && !/^i(?:'|$)/.test(word);
    const before = sentence > 0 ? ' | ' : i > 0 ? readGap(own.slice(tokens[i - 1]!.end, start + 1)) : ' ';
    return `${before}${isName ? raw : word}${closes ? ' |' : ''}`;
  });
  return words.join('').slice(1);
}

/** The separator before a word, from the text between two words and the second one's first letter. */
function readGap(gap: string): string {
  if (/^[?\uFFFD]\p{Ll}/u.test(gap)) return '?';
  return /\S./su.test(gap) ? ' , ' : ' ';
}
