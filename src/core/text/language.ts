/** Letters of a text, and how many of them are Latin. */
export interface Letters {
  readonly all: number;
  readonly latin: number;
}

/** Counts the letters of a text. */
export function countLetters(text: string): Letters {
  let all = 0;
  let latin = 0;
  for (const character of text) {
    const unit = character.charCodeAt(0);
    if (unit < 0x80) {
      if (!isAsciiLetter(unit)) continue;
      all += 1;
      latin += 1;
    } else if (/\p{L}/u.test(character)) {
      all += 1;
      if (/\p{Script=Latin}/u.test(character)) latin += 1;
    }
  }
  return { all, latin };
}

/** Share of letters that are Latin, in [0, 1]; 0 where there are none. */
export function latinShare({ all, latin }: Letters): number {
  return all === 0 ? 0 : latin / all;
}

function isAsciiLetter(unit: number): boolean {
  const lower = unit | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}
