import { membersOfMode } from '../../../../src/core/cohort/cohort';
import type { PopulationMember } from '../../../../src/core/ports';
import { permittedSource, permittedSources } from '../../sources/licences';
import type { Candidate } from './population';

/** models/population.md: what the bundled population is, who is in it as counts, and what it cannot stand for. */
export function populationCard(
  id: string,
  members: readonly PopulationMember[],
  candidates: readonly Candidate[],
): string {
  return `# The bundled reference population

\`population.json\` stands for "another author" until you index documents of your own with the role \`population\`. It holds
numbers about ${members.length} authors and no text, name or title. \`npm run calibrate\` writes it and this page.

| | |
| --- | --- |
| id | \`${id}\` |
| of each author | mode, genre, decade |
| of the first ${membersOfMode} of each mode | the 4,000 heaviest of the tf-idf features of the first 1,000 words |
| who | authors of the training texts with two works and 500 words in one mode and genre, at most 250 of a genre; none of them is in the development texts |

## Authors

| mode | genre | authors |
| --- | --- | --- |
${rows(countBy(members, ({ mode, genre }) => `${mode} | ${genre}`))}

| decade | authors |
| --- | --- |
${rows(countBy(members, ({ decade }) => decade?.toString() ?? 'not known'))}

## Sources and licences

Only sources in the public domain (United States government works and works public domain by age among them), under CC0,
under a permissive licence or under CC BY. A trailing "/" stands for all repositories of an owner.

| source | licence as found | authors |
| --- | --- | --- |
${sources(candidates)}

## Limits

- Spoken authors are few, and all of one genre, speech: most of it was written beforehand. No interview, no court, no conversation.
- A quarter of the written authors are programmers on mailing lists; the letters are of 1774–1789.
- All of it is English, most of it American.
- Where a questioned text's mode or genre is not in the tables above, every statement carries the caveat \`populationMismatch\`.
`;
}

function countBy<Item>(items: readonly Item[], key: (item: Item) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1);
  return counts;
}

function rows(counts: ReadonlyMap<string, number>): string {
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => `| ${name} | ${count} |`)
    .join('\n');
}

function sources(candidates: readonly Candidate[]): string {
  const pairs = candidates.flatMap(({ author, texts }) =>
    [...new Set(texts.map(({ source }) => permittedSource(source)!))].map((source) => ({ author, source })),
  );
  const counts = countBy(pairs, ({ source }) => source);
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([source, count]) => `| ${source} | ${permittedSources[source]!} | ${count} |`)
    .join('\n');
}
