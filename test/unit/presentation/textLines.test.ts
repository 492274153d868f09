import { expect, it } from 'vitest';
import type { KnownDocument, QuestionedDocument } from '../../../src/core/domain/evidence';
import { formatPassages } from '../../../src/presentation/textLines';
import { passageOf, passagesOf } from './exampleFindings';

it('sets asterisks around the words of a passage that count, in both texts', () => {
  const passages = passagesOf(passageOf('Author B', { start: 7, end: 22 }, 'known-1', { start: 3, end: 21 }));
  const questioned = { text: 'I need hardly add, nobody had asked me.' } as QuestionedDocument;
  const known = { title: 'minutes.txt', text: 'So hardly and never said.' } as KnownDocument;
  const lines = formatPassages({ author: 'Author B', passages }, questioned, new Map([['known-1', known]]));
  expect(lines.slice(1, 3)).toEqual(['    "*hard*ly add, nob"', '    minutes.txt: "*hard*ly and never s"']);
});
