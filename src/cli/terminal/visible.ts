/**
 * A line as it may stand on a terminal: control, direction and other characters that cannot be seen are written as \uXXXX.
 * That is also how JSON writes them, so that a line of JSON says the same as before.
 */
export function visible(line: string): string {
  return line.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?![\u00ad\u200c\u200d])\p{Cf}/gu, escaped);
}

function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, unit) => escapedUnit(character.charCodeAt(unit))).join('');
}

function escapedUnit(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}
