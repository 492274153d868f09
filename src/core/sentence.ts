/** Values for the {named} places of a sentence. */
export type SentenceValues = Readonly<Record<string, string | number>>;

/** A sentence with the values in their places; a place without a value stays as it is. */
export function fillIn(sentence: string, values: SentenceValues = {}): string {
  return sentence.replace(/\{(\w+)\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : place,
  );
}
