import { describe, expect, it } from 'vitest';
import { fusionOf } from '../../../laboratory/fitting/fusion';

describe('what is weighed', () => {
  it('leaves the document vector out across the genres of one mode', () => {
    expect(fusionOf({ modes: 'written-written', genreRelation: 'cross' }, 'collection')).toEqual(['ngramsNorm']);
    expect(fusionOf({ modes: 'spoken-spoken', genreRelation: 'cross' }, 'alone')).toEqual(['ngrams']);
  });

  it('has both scores elsewhere', () => {
    const both = ['ngramsNorm', 'documentVector'];
    expect(fusionOf({ modes: 'spoken-spoken', genreRelation: 'same' }, 'collection')).toEqual(both);
    expect(fusionOf({ modes: 'written-spoken', genreRelation: 'cross' }, 'collection')).toEqual(both);
    expect(fusionOf({ modes: 'unknown', genreRelation: 'cross' }, 'collection')).toEqual(both);
  });
});
