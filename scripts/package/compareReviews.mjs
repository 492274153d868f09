// What two reviews of one case have in common, as the command line prints them with --json.

/** Places that no processor may change: ratios, habits, texts, and the hash of the index. */
const exact = /\b(verification|markers|index|models|document|words)\b/;

/**
 * @param isSameProcessor  whether the encoder gives the same bits, so that every value must be equal
 * @returns {{ problems: readonly string[], said: string }}
 */
export function compareReviews(expected, found, { isSameProcessor }) {
  const [before, after] = [expected, found].map((lines) => collectValues(lines));
  const places = [...new Set([...before.keys(), ...after.keys()])];
  const differing = places.filter((place) => before.get(place) !== after.get(place));
  const isPassage = (place) => place.includes('.passages.');
  const wrong = differing.filter((place) => isSameProcessor || (exact.test(place) && !isPassage(place)));
  const problems = wrong.map((place) => `${place}: ${after.get(place)} instead of ${before.get(place)}`).slice(0, 20);
  if (before.size < 100) problems.push('This checkout reviews no text of the sample.');
  const ratios = places.filter((place) => place.endsWith('.llr')).length;
  const [passages, other] = [places, differing].map((each) =>
    each.filter((place) => /passages.*known\.start$/.test(place)),
  );
  const others = `${differing.length} of ${places.length} values differ, and ${other.length} of ${passages.length} passages; none of them is a ratio (${ratios}) or the hash of the index`;
  return { problems, said: differing.length === 0 ? `all ${places.length} values are the same` : others };
}

/** Every value by its place. Candidates and files go by their name, since their order may differ. */
function collectValues(value, place = '', found = new Map()) {
  if (typeof value !== 'object' || value === null) return found.set(place, value);
  for (const [key, part] of Object.entries(value)) {
    const name = /\.candidates$/.test(place) ? part.author : (part?.file ?? key);
    collectValues(part, `${place}.${name}`, found);
  }
  return found;
}
