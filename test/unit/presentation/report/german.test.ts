import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { renderReport } from '../../../../src/presentation/report/report';
import { formatRatio } from '../../../../src/presentation/words/ratio';
import { formatLoggedOutcome } from '../../../../src/presentation/report/reportFacts';
import { describeFirst } from '../../../../src/presentation/words/strength';
import { formatSigned, formatThousands, setSentences } from '../../../../src/presentation/words/words';
import { statement } from '../exampleFindings';
import { factsOf } from './exampleReport';

afterAll(() => setSentences({})); // what is run after this is in English

describe('a report in German', () => {
  const bundle = path.resolve(import.meta.dirname, '../../../../l10n/bundle.l10n.de.json');

  it('has no sentence in English but those of the exhibits, and names its language', async () => {
    const list = (page: string): readonly string[] =>
      [...page.matchAll(/>([^<]+)</g)]
        .map(([, text]) => text!.trim())
        .filter((text) => /^[A-Z][^{}:]* [a-z]+ [a-z]+ /.test(text));
    const english = new Set(list(renderReport(await factsOf())));
    setSentences(JSON.parse(fs.readFileSync(bundle, 'utf8')) as Record<string, string>);
    const german = renderReport(await factsOf());
    expect(list(german).filter((text) => english.has(text))).toEqual([
      'I need hardly add,',
      'Known &lt;b>text&lt;/b> here, and more of it',
    ]);
    expect([formatThousands(1042), formatRatio(0.5), formatSigned(-0.04, 1)]).toEqual(['1\u202f042', '×3,2', '0,0']);
    const label = { mode: 'written', genre: 'letter' } as const;
    const first = { author: 'Ann', verification: { ...statement, llr: 0.5 } };
    expect(formatLoggedOutcome(label, () => describeFirst(first))).toBe(
      'First candidate: Ann, ×3.2 · moderate, for this author. The ratio is that of this author alone. (written, letter)',
    );
    expect(describeFirst(first)).toMatch(/×3,2/);
    expect(german).toContain('<main lang="de">');
    expect(german).toMatch(
      /<h2>Beurteilung<\/h2><p class="statement">Diese Befunde sind 40-mal wahrscheinlicher, wenn Author B letter/,
    );
  });
});
