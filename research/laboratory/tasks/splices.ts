import { createRandom } from '../../../src/core/evaluation/bootstrap';
import { groupBy } from '../../../src/core/groupBy';
import { countWords, takeFirstWords } from '../../../src/core/text/countWords';
import type { LabelledDocument } from './documents';

/** How texts with changes of hand, and those without, are made. */
export const spliceKinds = ['two', 'three', 'inserted', 'oneAuthor', 'oneWork'] as const;
export type SpliceKind = (typeof spliceKinds)[number];

/** A text made of documents of one genre, mode and source. */
export interface Splice {
  readonly kind: SpliceKind;
  readonly text: string;
  /** Words before each change of hand. */
  readonly places: readonly number[];
  /** Words before the second side, by whomever it is. */
  readonly junction: number | undefined;
  readonly authors: readonly string[];
  readonly source: string;
  /** That it is made of, or was to be. */
  readonly documents: readonly LabelledDocument[];
}

/** Texts of a kind from one source, as a share of all of the kind. */
const shareOfSource = 0.1;
const minAuthorWords = 1000;

/**
 * Texts of each kind, at most `count`: *two* authors, 1,000 to 2,000 words a side; *three*, 800 to 1,500; 100 to 300 words of a second
 * author *inserted* into 2,000; *oneAuthor*, two works joined as two authors are; *oneWork* of up to 12,000 words. A tenth of a kind
 * comes from one source, unless there are fewer sources than ten.
 */
export function dealSplices(documents: readonly LabelledDocument[], count: number, seed: number): readonly Splice[] {
  const deal = new Deal(documents, count, seed);
  for (const group of deal.shuffled(deal.authors)) {
    const { author, own, others } = group;
    const [b, c] = deal.shuffled(others);
    if (b) {
      deal.put('two', group, [author, b.author], () =>
        joined(deal.side(own, 1000, 2000), deal.side(b.own, 1000, 2000)),
      );
      deal.put('inserted', group, [author, b.author], () => {
        const [host, guest] = [deal.side(own, 2000, 2000), deal.side(b.own, 100, 300)];
        const sentences = host?.split(/(?<=[.?!])\s+/) ?? [];
        const place = deal.between(Math.floor(sentences.length * 0.15), Math.floor(sentences.length * 0.85));
        return joined(host && sentences.slice(0, place).join(' '), guest, host && sentences.slice(place).join(' '));
      });
    }
    if (b && c)
      deal.put('three', group, [author, b.author, c.author], () =>
        joined(...[own, b.own, c.own].map((texts) => deal.side(texts, 800, 1500))),
      );
    const works = deal.shuffled([...groupBy(own, ({ title }) => title).values()]);
    const half = Math.ceil(works.length / 2);
    if (works.length > 1)
      deal.put('oneAuthor', group, [author], () => {
        const made = joined(
          deal.side(works.slice(0, half).flat(), 1000, 2000),
          deal.side(works.slice(half).flat(), 1000, 2000),
        );
        return made && { ...made, places: [] };
      });
    const longest = works.find((work) => wordsOf(work) >= 1500);
    if (longest)
      deal.put('oneWork', group, [author], () => {
        deal.taken.push(...longest);
        const text = longest.map((each) => each.text).join('\n\n');
        return { text: takeFirstWords(text, 12_000), places: [], junction: undefined };
      });
  }
  return deal.made;
}

interface Authors {
  readonly author: string;
  readonly source: string;
  readonly own: readonly LabelledDocument[];
  readonly others: readonly Authors[];
}

type Made = Pick<Splice, 'text' | 'places' | 'junction'> | undefined;

class Deal {
  readonly made: Splice[] = [];
  readonly authors: readonly Authors[];
  /** Documents of the text that is being made. */
  taken: LabelledDocument[] = [];
  private readonly random: () => number;
  private readonly ofSource: number;

  constructor(
    documents: readonly LabelledDocument[],
    private readonly count: number,
    seed: number,
  ) {
    this.random = createRandom(seed);
    const kindOf = ({ source = '', genre, mode }: LabelledDocument): string => [source, genre, mode].join('|');
    this.authors = [...groupBy(documents, kindOf).values()].flatMap((texts) => {
      const group: Authors[] = [];
      for (const [author, own] of groupBy(texts, (each) => each.author)) {
        if (wordsOf(own) < minAuthorWords) continue;
        const source = own[0]!.source ?? '';
        group.push({ author, own, source, others: group });
      }
      return group.map((each) => ({ ...each, others: group.filter(({ author }) => author !== each.author) }));
    });
    const sources = new Set(this.authors.map(({ source }) => source)).size;
    this.ofSource = Math.ceil(count * Math.max(shareOfSource, 1 / Math.max(1, sources)));
  }

  put(kind: SpliceKind, { source }: Authors, authors: readonly string[], make: () => Made): void {
    const same = this.made.filter((each) => each.kind === kind);
    if (same.length >= this.count || same.filter((each) => each.source === source).length >= this.ofSource) return;
    this.taken = [];
    const made = make();
    if (made) this.made.push({ kind, source, authors, ...made, documents: this.taken });
  }

  /** Documents of an author in a drawn order, joined and cut at a sentence; undefined: too few words. */
  side(documents: readonly LabelledDocument[], least: number, most: number): string | undefined {
    const words = this.between(least, most);
    const parts: string[] = [];
    let taken = 0;
    for (const document of this.shuffled(documents)) {
      const { text } = document;
      this.taken.push(document);
      const cut = takeFirstWords(text, words - taken);
      const end = cut.length === text.length ? text.length : cut.search(/[.?!][^.?!]*$/u) + 1;
      parts.push(cut.slice(0, end || cut.length));
      taken += countWords(parts.at(-1)!);
      if (taken >= words - 40) break;
    }
    return taken >= 0.8 * words ? parts.join('\n\n') : undefined;
  }

  between(least: number, most: number): number {
    return least + Math.floor(this.random() * (most - least + 1));
  }

  shuffled<Item>(items: readonly Item[]): readonly Item[] {
    return items
      .map((item) => ({ item, place: this.random() }))
      .sort((a, b) => a.place - b.place)
      .map(({ item }) => item);
  }
}

function joined(...sides: readonly (string | undefined)[]): Made {
  if (sides.some((side) => !side)) return undefined;
  let words = 0;
  const places = sides.slice(0, -1).map((side) => (words += countWords(side!)));
  return { text: sides.join('\n\n'), places, junction: places[0] };
}

/** About so many. */
function wordsOf(documents: readonly LabelledDocument[]): number {
  return documents.reduce((sum, { text }) => sum + text.length / 6, 0);
}
