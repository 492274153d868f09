import * as v from 'valibot';
import { checkShape, count, fields, finite, list, oneOf, text } from '../basics/shape';
import type { AuthorMarkers, Mode, Per, Rate, TextRange, TextRate } from '../domain/evidence';
import { normaliseGenre } from '../text/characters';
import { readCatalogue } from './catalogue/catalogue';
import { type MarkerPrior, computeRate, predictCount, sum } from './convincing';
import {
  type MarkedText,
  type MarkedWords,
  type MarkerDefinition,
  MarkerFinder,
  readWords,
  findPlacesOfEach,
} from './findMarkers';
import { type OwnMarker, listMarkers } from './ownMarkers';
import { type Token, countOwnWords } from './tokens';
import { makeLate, makeOnce } from '../basics/caches';
import type { Readable } from '../text/readText';
import { HashMarks, hashText } from '../classical/hashing';

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
  /** The number of words in `words`. */
  readonly allWords: number;
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

  /** The rates of a text. They are computed without its words, unless it was read before. */
  countRates(source: MarkedText): readonly Rate[] {
    return this.kept.get(source)?.rates ?? this.finder.count(source);
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
    let allWords: number | undefined;
    let units: TextMarkers['units'] | undefined;
    return {
      id,
      get rates() {
        if (rates) return rates;
        const read = readWords(source);
        const parts: string[] = [];
        if (words !== undefined) return (rates = finder.countWords(read));
        rates = finder.countWords({ ...read, paragraphs: joinOnTheWay(read, parts) });
        words = joinParts(parts);
        return rates;
      },
      get words() {
        if (words !== undefined) return words;
        const { own, paragraphs } = readWords(source);
        return (words = joinParts(Array.from(paragraphs, (paragraph) => joinParagraph(own, paragraph))));
      },
      get size() {
        return (size ??= countOwnWords(source));
      },
      get allWords() {
        return (allWords ??= this.words.split(' ').filter((word) => !['', '|', ','].includes(word)).length);
      },
      get units() {
        const least = (unit: Per): number =>
          Math.min(...finder.habits.flatMap(({ per }, h) => (per === unit ? this.rates[h]!.occasions : [])));
        return (units ??= { sentences: least('sentences'), paragraphs: least('paragraphs') });
      },
    };
  }
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
    // the text between two words, with the first letter of the second one
    const gap = i > 0 ? own.slice(tokens[i - 1]!.end, start + 1) : '';
    const between = /^[?\uFFFD]\p{Ll}/u.test(gap) ? '?' : /\S./su.test(gap) ? ' , ' : ' ';
    const before = sentence > 0 ? ' | ' : between;
    return `${before}${isName ? raw : word}${closes ? ' |' : ''}`;
  });
  return words.join('').slice(1);
}

export const markerRatesFormat = 'idiograph.markers/1';

const ratesFile = fields({
  format: v.literal(markerRatesFormat),
  /** The names of the markers. The other lists have the same order. */
  habits: list(text),
  groups: list(
    fields({
      mode: oneOf(['written', 'spoken']),
      /** Absent for every genre of the mode. */
      genre: v.exactOptional(text),
      authors: count,
      /** Mean rate, the number of occasions that the mean counts as, and `MarkerPrior.likeness`. Null if too few authors have occasions. */
      priors: list(v.nullable(v.tuple([finite, finite, finite]))),
    }),
  ),
});
export type MarkerRatesFile = Readonly<v.InferOutput<typeof ratesFile>>;

/** If the population was not counted, a marker may have nearly any rate. */
const unknownPrior: Readonly<Record<Per, MarkerPrior>> = {
  places: { alpha: 0.5, beta: 0.5, likeness: 0.05 },
  sentences: { alpha: 0.5, beta: 10, likeness: 0.02 },
  paragraphs: { alpha: 0.5, beta: 5, likeness: 0.02 },
  words: { alpha: 0.5, beta: 500, likeness: 0.002 },
};

/** The largest mean rate. If nearly all authors have a marker, two digits would round the mean to 1, and no author could differ from it. */
const mostUsual = 0.998;

/** The rates of each marker in the population, by mode and genre. */
export class MarkerRates {
  /** The place of each marker in the lists. */
  private readonly places: ReadonlyMap<string, number>;

  private constructor(private readonly file: MarkerRatesFile) {
    this.places = new Map(file.habits.map((name, i) => [name, i]));
  }

  /** The rates for a language without a counted population. */
  static readonly uncounted = new MarkerRates({
    format: markerRatesFormat,
    habits: [],
    groups: [
      { mode: 'written', authors: 0, priors: [] },
      { mode: 'spoken', authors: 0, priors: [] },
    ],
  });

  /** Throws an Error that says what is wrong. */
  static parse(value: unknown): MarkerRates {
    return new MarkerRates(checkShape(ratesFile, value, (problem) => new Error(problem)));
  }

  /** The authors closest in kind to a text. A text of unknown mode is compared with written ones. */
  selectGroup(
    mode: Mode,
    genre: string,
  ): AuthorMarkers['population'] & {
    findPrior(habit: MarkerDefinition): MarkerPrior;
    findRate(habit: MarkerDefinition): number | undefined;
  } {
    const { groups } = this.file;
    const ofMode = groups.filter((group) => group.mode === (mode === 'spoken' ? 'spoken' : 'written'));
    const group =
      ofMode.find((each) => each.genre === normaliseGenre(genre)) ?? ofMode.find((each) => each.genre === undefined)!;
    const readPrior = (name: string) => group.priors[this.places.get(name) ?? -1];
    return {
      mode: group.mode,
      genre: group.genre,
      authors: group.authors,
      findRate: ({ name }) => readPrior(name)?.[0],
      findPrior: ({ name, per }) => {
        const [mean, worth, likeness] = readPrior(name) ?? [];
        if (mean === undefined) return unknownPrior[per];
        const usual = Math.min(mean, mostUsual);
        return { alpha: usual * worth!, beta: (1 - usual) * worth!, likeness: likeness! };
      },
    };
  }
}

/** Misspellings with the correct words. */
export type Misspellings = Pick<ReadonlyMap<string, string>, 'get'>;

type Unit = Exclude<Per, 'places'>;

/** A rate per word, sentence or paragraph, with as many of them as are shown elsewhere for a text. */
export function toShownRate<Shown extends Rate>(rate: Shown, per: Unit, { size, units }: TextMarkers): Shown {
  return { ...rate, occasions: per === 'words' ? Math.max(rate.count, size) : Math.max(1, units[per]) };
}

/** The rates of one marker in the texts of an author that have occasions for it. */
export class AuthorRates {
  private rateMade: number | undefined;
  private shownMade: AuthorRates | undefined;

  private constructor(
    readonly texts: readonly TextRate[],
    private readonly markers: readonly TextMarkers[],
  ) {}

  static of(markers: readonly TextMarkers[], rate: (text: TextMarkers) => Rate): AuthorRates {
    const rated = markers.map((text) => ({ text, rate: { document: text.id, ...rate(text) } }));
    const kept = rated.filter(({ rate: { occasions } }) => occasions > 0);
    return new AuthorRates(
      kept.map((each) => each.rate),
      kept.map((each) => each.text),
    );
  }

  /** The rate of all texts together. There is at least one. */
  get rate(): number {
    return (this.rateMade ??= computeRate(sum(this.texts)));
  }

  toShown(per: Per): AuthorRates {
    if (per === 'places') return this;
    return (this.shownMade ??= new AuthorRates(
      this.texts.map((rate, i) => toShownRate(rate, per, this.markers[i]!)),
      this.markers,
    ));
  }
}

/** The texts of an author with their markers. Others are compared with every candidate, so the rates of markers are counted once. */
export class AuthorTexts {
  private ratesMade: readonly AuthorRates[] | undefined;

  constructor(
    readonly author: string,
    readonly texts: readonly TextMarkers[],
  ) {}

  /** @param markers  the number of markers that are counted */
  listRates(markers: number): readonly AuthorRates[] {
    return (this.ratesMade ??= Array.from({ length: markers }, (_, i) =>
      AuthorRates.of(this.texts, (text) => text.rates[i]!),
    ));
  }
}

/** The words of texts with up to this many characters are kept. Words take fifty times the memory of their letters. */
const keptLength = 200_000;

/** A questioned text with its markers, and what is the same for all candidates. */
export class MarkerQuestion {
  /** What `predictCount` gives for each marker, after its rates in an author's texts. */
  readonly predict = makeOnce((rates: readonly AuthorRates[], priors: readonly MarkerPrior[]): readonly number[] =>
    rates.map(({ texts }, h) => predictCount(this.markers.rates[h]!, texts, priors[h]!)),
  );
  private readonly places = new Map<string, readonly TextRange[]>();
  /** It is read again for each candidate, because each needs other markers. */
  private readonly readWords = makeLate((): MarkedWords => {
    const read = readWords(this.source);
    return this.source.text.length > keptLength ? read : { ...read, paragraphs: [...read.paragraphs] };
  });

  constructor(
    readonly source: Readable & { readonly mode: Mode; readonly genre: string },
    readonly markers: TextMarkers,
  ) {}

  /** The places of markers by name. Those that were not requested before are found in one pass over the text. */
  findPlaces(asked: readonly MarkerDefinition[]): ReadonlyMap<string, readonly TextRange[]> {
    const missing = asked.filter(({ name }) => !this.places.has(name));
    if (missing.length > 0) {
      const found = findPlacesOfEach(missing, this.readWords());
      for (const [i, { name }] of missing.entries()) this.places.set(name, found[i]!);
    }
    return this.places;
  }

  /** The misspellings of the text, each with the correct word. */
  readonly listMisspelt = makeOnce((misspellings: Misspellings): readonly (readonly [string, string])[] =>
    [...new Set(walkWords(this.markers.words.toLowerCase()))].flatMap((word) => {
      const right = misspellings.get(word);
      return right === undefined ? [] : [[word, right]];
    }),
  );

  /** @param share  the share of documents with a word, in [0, 1] */
  readonly markPhrases = makeOnce((share: (word: string) => number) => markPhrases(this.markers, share));
}

const shortest = 3;
const longest = 6;
/** The least sum of a phrase's words and the candidate's texts with it: three words mean something if four texts have them. */
const leastSupport = 7;
/** A word in at least this share of documents belongs to no subject. */
const commonShare = 0.05;
/** At most this many other authors may have it. */
const mostOthers = 1;

/**
 * The phrases of an author (n-gram textbites: Johnson and Wright 2014): runs of common words in the questioned text, in at least two of the
 * author's texts, and in few others, each with the numbers of these texts and of other authors with it. Those in most texts come first.
 * @param others  texts by author
 */
export function findSharedPhrases(
  { words: questioned, common, marks }: ReturnType<typeof markPhrases>,
  candidate: readonly TextMarkers[],
  others: readonly (readonly TextMarkers[])[],
): readonly { readonly phrase: string; readonly texts: number; readonly others: number }[] {
  const texts = new Map<string, number>();
  for (const { words } of candidate) {
    const found = new Set<string>();
    for (const phrase of walkPhrases(words, common)) if (marks.has(hashText(phrase, 0))) found.add(phrase);
    for (const phrase of found) texts.set(phrase, (texts.get(phrase) ?? 0) + 1);
  }
  const kept = [...texts]
    .filter(([phrase, count]) => count >= 2 && count + phrase.split(' ').length >= leastSupport)
    .filter(([phrase]) => questioned.includes(` ${phrase} `))
    .sort(([a, m], [b, n]) => n - m || b.length - a.length);
  const results: ReturnType<typeof findSharedPhrases>[number][] = [];
  for (const [phrase, count] of kept) {
    // a phrase with three consecutive words of another one is left out
    const words = phrase.split(' ');
    const parts = words.slice(shortest - 1).map((_, i) => ` ${words.slice(i, i + shortest).join(' ')} `);
    if (parts.some((part) => results.some((other) => ` ${other.phrase} `.includes(part)))) continue;
    const having = others.filter((author) => author.some(({ words }) => words.includes(` ${phrase} `))).length;
    if (having <= mostOthers) results.push({ phrase, texts: count, others: having });
  }
  return results;
}

/** The phrases of some words in order. */
function* walkPhrases(words: string, common: ReadonlySet<string>): Generator<string, void> {
  let run: string[] = [];
  for (const word of walkWords(words)) {
    run = common.has(word) ? [...run.slice(1 - longest), word] : [];
    for (let n = shortest; n <= run.length; n++) yield run.slice(-n).join(' ');
  }
}

/** The words between the blanks of a text. All words of a long text at once would take ten times its memory. */
function* walkWords(text: string): Generator<string, void> {
  for (let from = 0; from <= text.length;) {
    const blank = text.indexOf(' ', from);
    const end = blank < 0 ? text.length : blank;
    yield text.slice(from, end);
    from = end + 1;
  }
}

/** The marks of a long text take at most 2 MB. Its phrases would take a hundred times its memory. */
const mostBytes = 2 ** 21;

/**
 * The words of a questioned text, those that belong to no subject, and marks of its phrases.
 * @param share  the share of documents with a word, in [0, 1]
 */
function markPhrases({ words }: TextMarkers, share: (word: string) => number) {
  const common = new Set<string>();
  for (const word of walkWords(words)) if (!['', ','].includes(word) && share(word) >= commonShare) common.add(word);
  const marks = new HashMarks(Math.min(mostBytes, words.length + 1));
  for (const phrase of walkPhrases(words, common)) marks.add(hashText(phrase, 0));
  return { words, common, marks };
}
