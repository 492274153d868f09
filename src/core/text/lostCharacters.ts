import { wrongEncoding } from '../errors';

/** Refuses a text in which U+FFFD stands for what an editor or another program could not read. Throws WrongEncoding. */
export function refuseLostCharacters(text: string, name: string): void {
  const offset = text.indexOf('\uFFFD');
  if (offset >= 0) throw wrongEncoding(name, `the character at offset ${offset}`);
}
