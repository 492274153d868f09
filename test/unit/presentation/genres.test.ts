import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { listGenres } from '../../../src/presentation/words/words';

const card = fs.readFileSync(path.resolve(import.meta.dirname, '../../../models/population.md'), 'utf8');
const ofPopulation = [...card.matchAll(/^\| (?:written|spoken) \| (\S+) \| \d+ \|$/gm)].map(([, genre]) => genre!);

describe('the genres to choose from', () => {
  it('have every genre of the bundled population', () => {
    expect(ofPopulation.length).toBeGreaterThan(5);
    expect(listGenres([])).toEqual(expect.arrayContaining(ofPopulation));
  });

  it('begin with those of the case, each once, whether listed here or typed', () => {
    const offered = listGenres(['diary', 'novel', 'diary', 'unknown']);
    expect(offered.slice(0, 3)).toEqual(['diary', 'novel', 'email']);
    expect(offered.filter((genre) => genre === 'novel')).toHaveLength(1);
    expect(offered).not.toContain('unknown');
  });
});
