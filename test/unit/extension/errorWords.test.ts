import { describe, expect, it } from 'vitest';
import { inEnglish } from '../../../src/presentation/words/say';
import * as errors from '../../../src/core/errors';
import { errorSentences, errorWords } from '../../../src/extension/errorWords';

const examples: readonly errors.IdiographError[] = [
  errors.emptyDocument('a.txt'),
  errors.tooShort(12, 25),
  errors.documentTooLarge(11.2, 10),
  errors.unsupportedFormat('a.zip', ['txt', 'md']),
  errors.unreadableDocument('a.txt', 'it is not text'),
  errors.sameText('a.txt, b.txt'),
  errors.engineStopped('it was closed'),
  errors.unwritable('a.html', 'it is a folder; name a file in it'),
  errors.modelMissing('encoder.onnx'),
  errors.modelCorrupt('encoder.onnx', 'another hash'),
  errors.modelMismatch('encoder@1', 'encoder@2'),
  errors.indexEmpty(),
  errors.indexCorrupt('case.sqlite', 'no database'),
  errors.indexTooOld('case.sqlite', 0),
  errors.indexTooNew('case.sqlite', 9),
  errors.indexTooLarge(),
  errors.indexLocked('case.sqlite'),
  errors.diskFull('case.sqlite'),
];

describe('the words of an error', () => {
  it.each(examples.map((error) => [error.code, error] as const))(
    'are those of the core in English: %s',
    (_code, error) => {
      expect(errorWords(error, inEnglish)).toBe(error.message);
    },
  );

  it('are there for every sentence', () => {
    expect(Object.keys(errorSentences).sort()).toEqual(examples.map(({ code }) => code).sort());
  });

  it('are the core’s own where a reviewer never meets them', () => {
    expect(errorWords(errors.usage('No such author.'), inEnglish)).toBe('No such author.');
  });
});
