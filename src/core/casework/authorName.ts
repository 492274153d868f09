import type { CaseWarning } from './caseWarnings';

/** An author's name as names are compared: composed, without what nobody sees, one blank between words and none around them. */
export function authorName(name: string): string {
  const seen = name.normalize('NFC').replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '');
  const plain = seen.replace(/\p{Zs}+/gu, ' ').trim();
  return plain === '' ? name : plain;
}

/** Letters that look like a Latin one, each before it: the common ones of Unicode's confusables. */
const lookAlikes =
  'аaеeоoрpсcуyхxіiјjѕsһhԁdԛqԝwАAВBЕEКKМMНHОOРPСCТTУYХXІlЅSЈJοoαaνvρpιiΑAΒBΕEΖZΗHΙlΚKΜMΝNΟOΡPΤTΥYΧXıiɡgIl1l|l0O';
const latinOf = new Map(
  Array.from({ length: lookAlikes.length / 2 }, (_, i) => [lookAlikes[2 * i]!, lookAlikes[2 * i + 1]!]),
);

/** One warning for each author whose name looks like that of another one but is spelt with other letters. */
export function alikeAuthors(names: Iterable<string>): readonly CaseWarning[] {
  const bySight = new Map<string, string>();
  return [...new Set([...names].map(authorName))].flatMap((other) => {
    const sight = Array.from(other, (letter) => latinOf.get(letter) ?? letter).join('');
    const author = bySight.get(sight);
    if (author === undefined) bySight.set(sight, other);
    return author === undefined
      ? []
      : [{ kind: 'alikeAuthors', author, other, letters: differing(other, author) } as const];
  });
}

/** The letters of a name that another one of its length has not in their places, by their numbers. */
function differing(name: string, other: string): string {
  const letters = Array.from(other);
  const found = Array.from(name).filter((letter, i) => letter !== letters[i]);
  return found.map((letter) => `U+${letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`).join(', ');
}
