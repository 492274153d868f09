import { describe, expect, it } from 'vitest';
import { groupFilesByAuthor } from '../../../src/core/casework/foundFiles';

describe('the files of a folder with one folder for each author', () => {
  it('are known, unless the folder is called population', () => {
    expect(groupFilesByAuthor(['a/1.txt', 'a/b/2.txt', 'loose.txt'], 'letters')).toEqual([
      { path: 'a/1.txt', author: 'a', role: 'known' },
      { path: 'a/b/2.txt', author: 'a', role: 'known' },
    ]);
    expect(groupFilesByAuthor(['a/1.txt'], 'population')).toEqual([
      { path: 'a/1.txt', author: 'a', role: 'population' },
    ]);
  });

  it('are those of known and population where these lie in between', () => {
    const paths = ['known/a/1.txt', 'known/loose.txt', 'population/p/1.txt', 'questioned/q/1.txt'];
    expect(groupFilesByAuthor(paths, 'case')).toEqual([
      { path: 'known/a/1.txt', author: 'a', role: 'known' },
      { path: 'population/p/1.txt', author: 'p', role: 'population' },
    ]);
  });
});
