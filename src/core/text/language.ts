/** Share of a text's letters that are Latin, in [0, 1]; 0 for a text without letters. */
export function latinShare(text: string): number {
  let letters = 0;
  let latin = 0;
  for (const character of text) {
    const unit = character.charCodeAt(0);
    if (unit < 0x80) {
      if (!isAsciiLetter(unit)) continue;
      letters += 1;
      latin += 1;
    } else if (/\p{L}/u.test(character)) {
      letters += 1;
      if (/\p{Script=Latin}/u.test(character)) latin += 1;
    }
  }
  return letters === 0 ? 0 : latin / letters;
}

function isAsciiLetter(unit: number): boolean {
  const lower = unit | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}
