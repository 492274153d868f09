import { membersOfMode } from '../../../../src/core/cohort/cohort';
import type { PopulationMember } from '../../../../src/core/ports';

/** models/population.md: what the bundled population is, who is in it as counts, and what it cannot stand for. */
export function populationCard(id: string, members: readonly PopulationMember[]): string {
  return `# The bundled reference population

\`population.json\` stands for "another author" until you index documents of your own with the role \`population\`. It holds
numbers about ${members.length} authors and no text, name or title. Its id is \`${id}\`. \`npm run calibrate\` writes it and this page.

**Who.** Authors of the training texts with two works and 500 words in one mode and genre, at most 250 of a genre. None is in the development
texts. All sources are in the public domain, under CC0, a permissive licence, CC BY or an open licence of a government ([list](sources.json)).

**What.** Mode, genre and decade of each author, and of the first ${membersOfMode} of each mode the 4,000 heaviest tf-idf features of the first 1,000 words.

| mode | genre | authors |
| --- | --- | --- |
${genres(members)}

By year: ${years(members)}.

## Limits

- Speech is public: inquiries, committees, parliaments and press briefings. Nobody speaks in private.
- Most of the written authors of this century are programmers, on mailing lists, in blogs, proposals and commit messages; the letters are of 1774–1789.
- All is English, most American and British.
- Where a questioned text's mode or genre is not in the table, every statement carries the caveat \`populationMismatch\`.
`;
}

function genres(members: readonly PopulationMember[]): string {
  const counts = countBy(members, ({ mode, genre }) => `${mode} | ${genre}`);
  return [...counts].map(([name, count]) => `| ${name} | ${count} |`).join('\n');
}

/** How many authors wrote in each century, and in each decade from 2000 on. */
function years(members: readonly PopulationMember[]): string {
  const counts = countBy(members, ({ decade }) => {
    if (decade === undefined) return 'not known';
    const span = decade < 2000 ? 100 : 10;
    const first = Math.floor(decade / span) * span;
    return `${first}–${first + span - 1}`;
  });
  return [...counts].map(([period, count]) => `${period}: ${count}`).join(', ');
}

/** How many items have each key, in the order of the keys. */
function countBy<Item>(items: readonly Item[], key: (item: Item) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const each of items.map(key).sort()) counts.set(each, (counts.get(each) ?? 0) + 1);
  return counts;
}
