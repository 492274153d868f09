import type { Rate, Role, TextRange } from '../domain/evidence';
import { usage } from '../errors';
import { type MarkerDefinition, MarkerFinder, readWords } from './findMarkers';
import { countOwnWords } from './tokens';
import type { Readable } from '../text/readText';

/** A text to search. */
export interface ConcordanceText extends Readable {
  /** The id of a document of the index or of a questioned text. */
  readonly id: string;
  readonly title: string;
  /** Empty for a questioned text. */
  readonly author: string;
  readonly role: Role | 'questioned';
  readonly genre: string;
}

/** A place with the words around it (keyword in context). */
export interface ConcordanceLine extends Omit<ConcordanceText, 'text' | 'byHand' | 'genre'> {
  readonly place: TextRange;
  readonly before: string;
  readonly keyword: string;
  readonly after: string;
}

/** How often an author has it. */
export interface AuthorCount extends Rate {
  readonly author: string;
  readonly role: ConcordanceText['role'];
  /** The number of texts with it, and of all texts. */
  readonly texts: number;
  readonly of: number;
}

/** Every place of a phrase or a marker. */
export interface Concordance {
  readonly lines: readonly ConcordanceLine[];
  /** The counts of all places, listed or not. */
  readonly counts: readonly AuthorCount[];
}

/** At most this many lines are listed, with this many characters on each side. */
const mostLines = 1000;
const contextLength = 60;

/**
 * Collects the places of a marker, text by text. Signatures are passed over, and quotations except in lengths. Occasions are words, or its places and those of
 * its alternative.
 */
export class ConcordanceSearch {
  private readonly lines: ConcordanceLine[] = [];
  private readonly counts = new Map<string, { -readonly [Key in keyof AuthorCount]: AuthorCount[Key] }>();
  private readonly finder: MarkerFinder;

  /** Throws Usage if too many counts of the marker are not what its name says. */
  constructor(private readonly habit: MarkerDefinition) {
    if (habit.isUnlisted && !habit.isLength)
      throw usage(
        `The marker "${habit.name}" is not counted, because too many of its counts are not of what its name says. Search for one of its forms.`,
      );
    this.finder = new MarkerFinder([habit]);
  }

  add(source: ConcordanceText): void {
    const { text, author, role, id, title } = source;
    const places = this.finder.listPlacesOf(readWords(source, this.habit.isLength));
    const kept = places.filter((place) => place.kept);
    const key = `${role} ${author}`;
    const count = this.counts.get(key) ?? { author, role, count: 0, occasions: 0, texts: 0, of: 0 };
    count.count += kept.length;
    count.occasions += this.habit.per === 'places' ? places.length : Math.max(kept.length, countOwnWords(source));
    count.texts += kept.length > 0 ? 1 : 0;
    count.of += 1;
    this.counts.set(key, count);
    for (const { start, end } of kept.slice(0, mostLines - this.lines.length))
      this.lines.push({
        ...{ id, title, author, role },
        place: { start, end },
        before: collapseSpace(text.slice(Math.max(0, start - contextLength), start)),
        keyword: collapseSpace(text.slice(start, end)),
        after: collapseSpace(text.slice(end, end + contextLength)),
      });
  }

  get result(): Concordance {
    return { lines: this.lines, counts: [...this.counts.values()] };
  }
}

function collapseSpace(text: string): string {
  return text.replace(/\s+/g, ' ');
}
