import { LRUCache } from 'lru-cache';
import type { SourceText } from '../../../../src/core/domain';
import type { TrialOutcome } from '../../measures/verification/trialOutcomes';
import type { EncodedSpan, StopSignal } from '../../../../src/core/ports';
import type { Cohort } from '../../../../src/core/cohort/cohort';
import {
  extractFeatures,
  spansOf,
  type TextFeatures,
  type FeatureExtractor,
  type EncodeText,
} from '../../../../src/core/verification/textFeatures';
import { FusedVerifier, type VerifierDependencies } from '../../../../src/core/verification/fusedVerifier';
import { verificationScores, type ScoreName } from '../../../../src/core/verification/scores';
import { symmetricMaxSim, thinPatches } from '../../measures/lateInteraction';
import { asKnown } from '../trialText';

/** Methods of `evaluate verification` that read the encoder's vectors or strangers, and the score that each takes. */
export const scoreOfMethod = {
  'late-interaction': 'lateInteraction',
  'document-vector': 'documentVector',
  ngrams: 'ngrams',
  'ngrams-snorm': 'ngramsNorm',
} as const satisfies Readonly<Record<string, ComparedScore>>;

/** What a verifier weighs, and what it was compared with. */
type ComparedScore = ScoreName | 'lateInteraction';

/** Texts described at once: some 200 KB each. */
const describedTexts = 1500;
/** Texts whose spans are held for a second comparison: some 350 KB per 1,000 words. */
const encodedTexts = 300;

/** Compares the two sides of trials; what was made of a text is kept for the next trials. */
export class TrialScorer {
  private readonly described = new LRUCache<string, Promise<TextFeatures>>({ max: describedTexts });
  private readonly cohort: Cohort;
  private readonly extractor: FeatureExtractor;
  private readonly verifier: FusedVerifier;
  private readonly encode: EncodeText;

  constructor(
    deps: VerifierDependencies,
    private readonly stop: StopSignal,
  ) {
    this.encode = remembering(deps.encode);
    this.cohort = deps.cohort;
    this.extractor = { encode: this.encode, features: deps.ngrams };
    this.verifier = new FusedVerifier({ ...deps, encode: this.encode });
  }

  /** All scores of two texts by these authors: those that a verifier weighs, and those that it was compared with. */
  async scores(a: SourceText, b: SourceText, authors: readonly string[]): Promise<Record<ComparedScore, number>> {
    const strangers = { cohort: this.cohort, leftOut: new Set(authors) };
    const [left, right] = [await this.describe(a), await this.describe(b)];
    return {
      ...verificationScores(left, right, strangers),
      lateInteraction: symmetricMaxSim(thinPatches(await this.spans(a)), thinPatches(await this.spans(b))),
    };
  }

  /** What the shipped verifier says of a text and one by this author. */
  async fused(a: SourceText, b: SourceText, author: string): Promise<TrialOutcome> {
    const known = [asKnown(b, author)];
    const { verification, logOdds, llr } = await this.verifier
      .of(a)
      .compare(known, { authorsSearched: undefined }, this.stop);
    return {
      score: logOdds ?? 0,
      llr: llr ?? 0,
      answer: verification.answer ?? null,
      verifier: verification.verifier,
      calibrationId: verification.calibrationId ?? null,
    };
  }

  private spans(source: SourceText): Promise<readonly EncodedSpan[]> {
    return spansOf(source, this.encode, this.stop);
  }

  private describe(source: SourceText): Promise<TextFeatures> {
    const key = `${source.mode} ${source.genre} ${source.text}`;
    const side = { mode: source.mode, genre: source.genre, sources: [source] };
    const features = this.described.get(key) ?? extractFeatures(side, Infinity, this.extractor, this.stop);
    this.described.set(key, features);
    return features;
  }
}

function remembering(encode: EncodeText): EncodeText {
  const recent = new LRUCache<string, Promise<readonly EncodedSpan[]>>({ max: encodedTexts });
  return (source, stop) => {
    const encoded = recent.get(source.text) ?? encode(source, stop);
    recent.set(source.text, encoded);
    return encoded;
  };
}
