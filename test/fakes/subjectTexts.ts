import { createRandom } from '../../src/core/evaluation/scoreGroups';

/** Nouns of subjects, each with words that nobody else needs. */
export const subjects = {
  bees: ['hive', 'queen', 'comb', 'swarm', 'nectar', 'smoker', 'frame', 'apiary', 'drone', 'pollen'],
  boats: ['keel', 'mast', 'rudder', 'hull', 'jib', 'halyard', 'tiller', 'mooring', 'anchor', 'sheet'],
  clocks: ['pendulum', 'escapement', 'mainspring', 'dial', 'gear', 'verge', 'chime', 'pinion', 'winding', 'bezel'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type Subject = keyof typeof subjects;

/** Words that three authors like, whatever they write about. */
const styles = {
  Adams: ['should', 'rather', 'perhaps', 'quite', 'one', 'indeed', 'might', 'seem', 'though', 'would', 'upon', 'dare'],
  Brown: ['you', 'get', 'just', 'then', 'don’t', 'want', 'so', 'here’s', 'can’t', 'we’ve', 'it’s', 'check'],
  Clark: ['which', 'been', 'according', 'neither', 'nor', 'both', 'having', 'has', 'found', 'those', 'above', 'below'],
} as const;
export type StyledAuthor = keyof typeof styles;
const shared = ['the', 'a', 'of', 'and', 'to', 'in', 'is', 'was', 'it', 'that', 'for', 'on'];

/** A text in an author's words on a subject, drawn so that no run of words comes twice: half of them everybody uses. */
export function writeText(
  author: StyledAuthor,
  subject: Subject,
  { sentences, seed }: { readonly sentences: number; readonly seed: number },
): string {
  const random = createRandom(1000 * seed + author.length * 7 + author.charCodeAt(0));
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)]!;
  const draw = (): string => {
    const at = random();
    return at < 0.5 ? pick(shared) : pick(at < 0.75 ? styles[author] : subjects[subject]);
  };
  return Array.from({ length: sentences }, () => {
    const sentence = Array.from({ length: 16 }, draw).join(' ');
    return `${sentence[0]!.toUpperCase()}${sentence.slice(1)}.`;
  }).join(' ');
}
