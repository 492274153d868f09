import { Dice } from './mutate';

const words =
  'when the gate was shut we had to go round by the mill and nobody there would say who had the key that night'.split(
    ' ',
  );
const syllables = 'ba con der fi gal hem in jo kest lo mar nin or pel quar ri sto tun ul ven wick ya'.split(' ');

/** One word in twelve is a name that other texts hardly have, so that what is kept of words grows as it does with real texts. */
function makeWord(dice: Dice): string {
  return dice.below(12) > 0 ? dice.pick(words) : Array.from({ length: 4 }, () => dice.pick(syllables)).join('');
}

/** A text of sentences of ten words that its number decides; every twelfth ends a paragraph. */
export function makeText(number: number, sentences: number): string {
  const dice = new Dice(number);
  const made = Array.from({ length: sentences }, (_, i) => {
    const sentence = Array.from({ length: 10 }, () => makeWord(dice)).join(' ');
    return `${sentence}.${i % 12 === 11 ? '\n\n' : ' '}`;
  });
  return made.join('').trimEnd();
}
