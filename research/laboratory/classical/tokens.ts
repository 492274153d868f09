/** Letters, digits and apostrophes inside a word; lower case, typographic apostrophes folded. */
const word = /[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu;

/** The words of a text in order, in lower case. */
export function lowerWords(text: string): string[] {
  return (text.match(word) ?? []).map((match) => match.toLowerCase().replaceAll('’', "'"));
}

/** Runs of white space become one space, none at either end. */
export function foldSpace(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
