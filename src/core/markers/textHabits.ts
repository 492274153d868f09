import type { Rate } from '../domain';
import { catalogue } from './catalogue/catalogue';
import { type Habit, HabitFinder, type MarkedText } from './findHabits';
import { habitsWith, type OwnMarker } from './ownMarkers';
import { ownWords, tokensOf } from './tokens';

/** What one text shows of every habit, and its words for phrases to be found in. */
export interface TextHabits {
  /** In the order of the habits that are counted. */
  readonly rates: readonly Rate[];
  /** Each between blanks, sentences between bars; in lower case, but for names. */
  readonly words: string;
}

/** Texts kept, of a kilobyte for every hundred words. */
const mostKept = 4000;

/** Counts habits in texts, in each once. What is quoted or signed is not its author's and is not counted. */
export class TextHabitsCache {
  private readonly kept = new Map<string, TextHabits>();
  private finder = new HabitFinder(catalogue());
  private own = '[]';

  /**
   * The habits that are counted from now on: the user's own, and those of the catalogue. If the markers of the user change, every text is
   * counted again.
   */
  habitsWith(own: readonly OwnMarker[] = []): readonly Habit[] {
    const key = JSON.stringify(own);
    if (key !== this.own) {
      this.kept.clear();
      this.finder = new HabitFinder(habitsWith(own));
      this.own = key;
    }
    return this.finder.habits;
  }

  of(source: MarkedText): TextHabits {
    const { text, genre, byHand = [] } = source;
    const key = `${genre} ${JSON.stringify(byHand)} ${text}`;
    const found = this.kept.get(key) ?? this.read(source);
    this.kept.delete(key); // what was asked for last is let go last
    this.kept.set(key, found);
    if (this.kept.size > mostKept) this.kept.delete(this.kept.keys().next().value!);
    return found;
  }

  private read(source: MarkedText): TextHabits {
    let words: string | undefined;
    return {
      rates: this.finder.count(source),
      get words() {
        return (words ??= wordsIn(ownWords(source)));
      },
    };
  }
}

function wordsIn(text: string): string {
  const words = tokensOf(text).map(({ raw, word, sentence, closes }) => {
    const isName = sentence === 0 && /^\p{Lu}/u.test(raw) && !/^i(?:'|$)/.test(word);
    return `${sentence > 0 ? '| ' : ''}${isName ? raw : word}${closes ? ' |' : ''}`;
  });
  return ` ${words.join(' ')} `;
}
