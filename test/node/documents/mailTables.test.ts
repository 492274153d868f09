import { describe, expect, it } from 'vitest';
import { read } from './documentFiles';

describe('cells of HTML without ends', () => {
  it('are cells side by side, though paragraphs in them are open', async () => {
    const words = 'The man who mends the boiler came on Thursday and went away again.';
    const { text, reading } = await read(
      'p.html',
      `<table><tr><td><p>One<td><p>Two<tr><td><p>${words}<td><p>Four</table>`,
    );
    expect([text, reading?.parts[0]]).toMatchObject([words, { kind: 'cells', words: 3 }]);
  });
});

it('leaves out a dialog that is not open', async () => {
  const { text, reading } = await read('p.html', '<p>One.</p><dialog>Two.</dialog><dialog open>Three.</dialog>');
  expect([text, reading?.parts[0]]).toMatchObject(['One.\n\nThree.', { kind: 'hidden', words: 1 }]);
});
