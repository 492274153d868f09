import { expect, it } from 'vitest';
import { shortenToDistinct } from '../../../src/core/casework/foundFiles';

it('names files by as many of their folders as tell them apart', () => {
  expect(shortenToDistinct(['/case/a/x/n.txt', '/case/b/x/n.txt', '/case/b/m.txt'])).toEqual([
    'a/x/n.txt',
    'b/x/n.txt',
    'm.txt',
  ]);
  expect(shortenToDistinct(['n.txt'])).toEqual(['n.txt']);
});
