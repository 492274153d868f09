import type { KnownDocument, SourceText } from '../../../src/core/domain/evidence';
import type { LabelledDocument } from '../tasks/documents';
import type { JoinedText } from '../tasks/tripletTasks';
import { countWords, cutTexts, takeFirstWords } from '../../../src/core/text/countWords';

/** One side of a trial: its documents joined by an empty line and cut at a number of words; labels are those of the first. */
export function trialText(documents: readonly LabelledDocument[], text: JoinedText, words: number): SourceText {
  const parts = text.map((place) => documents[place]!);
  const { mode, genre } = parts[0]!;
  const texts = cutTexts(
    parts.map((part) => part.text),
    words,
  );
  return { id: parts.map(({ id }) => id).join('+'), text: texts.join('\n\n'), mode, genre, language: 'en' };
}

/** A text as one of settled authorship. */
export function asKnown(source: SourceText, author: string): KnownDocument {
  return { ...source, author, role: 'known', title: source.id };
}

/** Documents of one author as known texts that hold `words` words together, the last one cut. */
export function knownDocuments(
  documents: readonly LabelledDocument[],
  places: JoinedText,
  words: number,
): readonly KnownDocument[] {
  const known: KnownDocument[] = [];
  let left = words;
  for (const place of places) {
    if (left <= 0) break;
    const { id, author, title, mode, genre, text } = documents[place]!;
    known.push({ id, author, title, mode, genre, language: 'en', role: 'known', text: takeFirstWords(text, left) });
    left -= countWords(text);
  }
  return known;
}
