import { wrongEncoding } from '../../core/errors';

/** Refuses a text in which an editor put U+FFFD for what it could not read. Throws WrongEncoding. */
export function refuseLostCharacters(text: string, name: string): void {
  const offset = text.indexOf('\uFFFD');
  if (offset >= 0) throw wrongEncoding(name, `the character at offset ${offset}`);
}
