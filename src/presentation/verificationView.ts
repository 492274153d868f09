import * as l10n from '@vscode/l10n';
import { type NamedVerification, type Population, type Verification } from '../core/domain/evidence';
import { formatCaveats, nameVerifier } from './words/notices';
import { formatRatio } from './words/ratio';
import {
  confounders,
  describeErrorRate,
  describeStrength,
  describeWithoutRareWords,
  findLeading,
} from './words/strength';
import { describeBasis, formatAllThousands, formatThousands, listSaid } from './words/words';

/** One verification in finished sentences. Every surface shows all of them and adds none. */
export type VerificationView = ReturnType<typeof buildVerificationView>;

/**
 * The sentences of one verification, in reading order. A verification outside a review also says what it rests on; a review says this at
 * its head.
 * @param title  of the questioned text
 * @param author  who wrote the known texts; undefined if a text is compared with another text
 */
export function buildVerificationView(verification: Verification | NamedVerification, title: string, author?: string) {
  const { population, errorRate, chance, verifier, calibrationId: calibration = l10n.t('none') } = verification;
  const searched = chance && formatThousands(chance.authorsSearched);
  const saidElsewhere: readonly unknown[] = ['selectedBySearch', ...confounders, verification.reason];
  const caveats = verification.caveats.filter((each) => !saidElsewhere.includes(each));
  const leading = findLeading(verification);
  // one stretch of the questioned text may carry the ratio of an author; that of the first of a search has no such stretch
  const { carriedBy, llr } = verification;
  const isCarried = leading && carriedBy && llr !== undefined;
  const stretch = isCarried
    ? [
        l10n.t(
          'Without words {from} to {to}, counted without quotations, the ratio of this author alone would be {without}, not {ratio}.',
          {
            ...formatAllThousands({ from: carriedBy.from, to: carriedBy.to }),
            ...{ ratio: formatRatio(llr), without: formatRatio(carriedBy.llrWithout) },
          },
        ),
      ]
    : [];
  const isNamed = leading && !verification.first; // the card of the first of a search has another scale
  // the known text with the largest effect on the ratio of a named author
  const effects = verification.known.flatMap(({ title: known, llrWithout }) =>
    llr === undefined || llrWithout === undefined
      ? []
      : [{ known, llrWithout, effect: Math.abs(llrWithout - llr), llr }],
  );
  const [most] = effects.sort((a, b) => b.effect - a.effect);
  return {
    ...describeStrength(verification, title, author),
    /** The verifier, the population and its error rate. A verification outside a review also names its index and models. */
    grounds: [
      l10n.t('Verifier: {name}; calibration {calibration}.', { name: nameVerifier(verifier), calibration }),
      ...describeWithoutRareWords(verification),
      ...(isNamed ? [] : stretch),
      describePopulation(population),
      ...(isNamed && errorRate !== undefined ? [describeErrorRate(verification, errorRate)] : []),
      ...('models' in verification ? [describeBasis(verification)] : []),
    ],
    caveats: [
      ...(isNamed ? stretch : []),
      ...listSaid([
        isNamed &&
          most &&
          most.effect >= deciding &&
          l10n.t(
            'Without {title}, the ratio would be {without}, not {ratio}. Check that the same author wrote that text.',
            {
              title: most.known,
              ...{ without: formatRatio(most.llrWithout), ratio: formatRatio(most.llr) },
            },
          ),
        searched && l10n.t('Authors searched: {authors}. Others were not searched.', { authors: searched }),
      ]),
      ...formatCaveats({ ...verification, caveats }),
    ],
  };
}

/** The sentence for a candidate without a verification. */
export function describeNotVerified(): string {
  return l10n.t('This candidate was not verified. Only the first candidates are.');
}

/** The two hypotheses of a likelihood ratio, with the questioned text and the population named. */
export function describeHypotheses(
  title: string,
  { population }: Verification,
): { readonly same: string; readonly different: string } {
  const { id, authors } = population;
  return {
    same: l10n.t('One author wrote both {title} and the known texts.', { title }),
    different: l10n.t('Another author from the reference population “{id}” ({authors} authors) wrote {title}.', {
      id: id.replace(/@.*/, ''),
      authors: formatThousands(authors),
      title,
    }),
  };
}

/** Who "another author" may be. */
export function describePopulation({ id, authors, genres, years }: Population): string {
  const [from = '', to = ''] = years ?? [];
  const kinds = listSaid([genres.join(', '), years && l10n.t('{from}s to {to}s', { from, to })]).join('; ');
  return l10n.t(
    'Population: {id}, {authors} authors ({kinds}). It represents anyone else. Is it relevant to this case?',
    { id, authors: formatThousands(authors), kinds },
  );
}

/** A ratio rests on one known text if it differs by this much without it, in log10. */
const deciding = 0.5;
