import type { Marker } from '../domain';
import { rateOf } from './whatTells';

/** A marker before its places are looked for. */
export type Unplaced = Omit<Marker, 'places'>;

/** Least weight, either way: what is expected a fifth as much again; of a word that everybody uses, three fifths. */
const leastWeight = Math.log(1.2);
const leastOfWord = Math.log(1.6);
/** Least count of such a word, and most other authors who may keep its rate. */
const leastCount = 3;
const mostOfWord = 1;
/** Share of other authors who may keep a habit that is shown as alike. */
const mostShared = 0.25;
/** Share of one text's rate that the other's must be where both keep a habit more than others do. */
const leastAlike = 0.4;

/** Whether a marker says something; for the candidate only where the two rates are alike and few others keep the habit, in the case and in all. */
export function isTelling(marker: Unplaced): boolean {
  const { name, family, weight, shared, sharers, others } = marker;
  if (Math.abs(weight) < leastWeight || ofSubject.has(name)) return false;
  if (family === 'function words' && !isStriking(marker)) return false;
  return (
    weight < 0 || (alike(marker) >= leastAlike && shared <= mostShared && sharers.length <= mostShared * others.length)
  );
}

/** Whether the rate of a word that everybody uses can be argued with. */
function isStriking({ weight, isMore, sharers, questioned }: Unplaced): boolean {
  if (Math.abs(weight) < leastOfWord) return false;
  return weight < 0 || (isMore && questioned.count >= leastCount && sharers.length <= mostOfWord);
}

/** How near the two rates are, in [0, 1]; of habits that both keep less than others do, 1. */
function alike({ isMore, questioned, candidate }: Unplaced): number {
  const [less, more] = [rateOf(questioned), rateOf(candidate)].sort((a, b) => a - b) as [number, number];
  return isMore ? less / more : 1;
}

/** Habits that may be those of a program or a website: they stand behind others. */
const bySoftware = new Set(['typographic apostrophes', 'typographic quotation marks', 'ellipses as one sign …']);
/** Words, and classes of words, that go with what a text is about: they count in the whole of its habits, and are not listed. */
const ofSubject = new Set([
  ...'he his him she her they their them we us our you your my me its said own may been was were had'.split(' '),
  ...['words of nine letters or more', 'nouns in -tion, -ment, -ness, -ity', 'adverbs in -ly', 'words in -ing'],
  ...['passives: was found', 'I, me, my'],
]);
/** What a word that everybody uses counts. */
const everybodys = 0.25;
/** What the shape of sentences or a class of words counts, a habit that a program may have, one whose words the questioned text has only twice, and one of doing something less. */
const plain = 0.5;

/**
 * What a marker is put in order by: its weight, less where others keep the habit too, where few of the candidate's texts do, where the rates are less
 * alike, and where there is little to be seen.
 */
export function convincing(marker: Unplaced): number {
  const { name, family, per, weight, shared, texts, questioned, candidate, isMore } = marker;
  const kept = texts.filter(({ count }) => count > 0).length;
  const steady = candidate.count === 0 ? 1 : 0.5 + kept / (2 * texts.length);
  const isThin = bySoftware.has(name) || family === 'shape' || (per === 'words' && questioned.count === 2);
  const kind = family === 'function words' ? everybodys : isThin ? plain : 1;
  const shown = Math.abs(weight) * steady * kind;
  return weight < 0 ? shown : shown * (1 - shared) ** 6 * Math.sqrt(alike(marker)) * (isMore ? 1 : plain);
}
