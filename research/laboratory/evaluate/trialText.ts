import type { KnownDocument, SourceText } from '../../../src/core/domain';
import type { LabelledDocument } from '../tasks/documents';
import type { JoinedText } from '../tasks/tripletTasks';
import { cutTexts } from '../../../src/core/verification/textFeatures';

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
