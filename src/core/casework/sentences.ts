import type { Caveat, Verification } from '../domain';

/** What a caveat means, as a sentence for a reader. */
export const caveatSentences: Readonly<Record<Caveat, string>> = {
  shortDocument: 'A text is shorter than the length at which this comparison was validated.',
  crossGenre: 'The two texts are of different genres, where less can be told.',
  crossMode: 'One text is written and the other spoken, where least can be told.',
  fewKnown: 'There is little known text of this author.',
  outsideCalibration: 'No calibration covers this combination of modes, genres and lengths.',
  otherLanguage: 'The text does not seem to be in English; only English was validated.',
  otherPatchLength: 'The index was built for passages of another length than this text calls for.',
  selectedBySearch: 'The candidate came out of a search, so a cautious calibration is used.',
  populationMismatch: 'The reference population has no authors of this mode or genre.',
  unlocked: 'Validation is not locked: this is an exploratory review.',
};

/** The two hypotheses of every likelihood ratio, with the questioned text and the population named. */
export function hypotheses(questioned: string, verification: Verification): { same: string; different: string } {
  const { population } = verification;
  return {
    same: `one author wrote both ${questioned} and the known texts`,
    different: `another author of the population (${populationName(population)}) wrote ${questioned}`,
  };
}

/** The population behind a likelihood ratio: id, authors, genres and years. */
export function populationName(population: Verification['population']): string {
  const years = population.years ? `, ${population.years[0]}–${population.years[1]}` : '';
  const genres = population.genres.length > 0 ? `: ${population.genres.join(', ')}` : '';
  return `${population.id}, ${population.authors} authors${genres}${years}`;
}

/** The strength of the findings in one sentence, or the plain statement that there is none. */
export function strengthSentence(questioned: string, verification: Verification): string {
  const { llr } = verification;
  if (llr === undefined) {
    const why = verification.reason ? ` ${caveatSentences[verification.reason]}` : '';
    return `No statement.${why} Candidates and passages are shown for reading only.`;
  }
  const ratio = factor(Math.abs(llr));
  const { same, different } = hypotheses(questioned, verification);
  const [more, less] = llr >= 0 ? [same, different] : [different, same];
  return `The findings are ${limitWord(verification)}${ratio} times more probable if ${more} than if ${less}.`;
}

/** Number, interval and limit of a likelihood ratio, with the verbal scale and its year. */
export function figuresSentence(verification: Verification): string | undefined {
  const { llr, interval, bounds, scale } = verification;
  if (llr === undefined || !bounds) return undefined;
  const range = interval ? ` [${interval[0].toFixed(1)}, ${interval[1].toFixed(1)}]` : '';
  const limit = ` · these data cannot support less than ${bounds[0].toFixed(1)} or more than ${bounds[1].toFixed(1)}`;
  const words = scale ? ` · ${scale.label} (${scale.name})` : '';
  return `log10 LR ${llr.toFixed(1)}${range}${limit}${words}`;
}

/** A value at its bound is only known to be at least that large. */
function limitWord({ llr, bounds }: Verification): string {
  if (llr === undefined || !bounds) return 'about ';
  return llr >= bounds[1] || llr <= bounds[0] ? 'at least ' : 'about ';
}

/** A ratio to two significant digits, as people read it. */
function factor(llr: number): string {
  return Number((10 ** llr).toPrecision(2)).toLocaleString('en');
}
