/** Those of the bundled population, where most can be told. */
const ofPopulation = [
  'email',
  'blog',
  'letter',
  'standard',
  'speech',
  'novel',
  'press-release',
  'opinion',
  'essay',
  'play',
];
const further = ['minutes', 'note', 'chat', 'news', 'story', 'interview', 'other'];

/** The genres to choose from: first those that were said of other texts of the case, then the population's, then further ones. */
export function genresToOffer(said: readonly string[]): readonly string[] {
  return [...new Set([...said, ...ofPopulation, ...further])].filter((genre) => genre !== 'unknown');
}
