import type { SourceText } from '../../../src/core/domain';
import type { TrialOutcome } from '../../measures/trialOutcomes';
import type { EncodedSpan, StopSignal } from '../../../src/core/ports';
import type { Scores } from '../../../src/core/verification/calibration';
import { Cohort } from '../../../src/core/verification/cohort';
import {
  featureExtractor,
  extractFeatures,
  type TextFeatures,
  type FeatureExtractor,
  type EncodeText,
} from '../../../src/core/verification/features/textFeatures';
import { FusedVerifier, type VerifierParts } from '../../../src/core/verification/fusedVerifier';
import { verificationScores, type ScoreName } from '../../../src/core/verification/scores';
import { LruCache } from '../../../src/node/lruCache';
import { asKnown } from '../trialText';

/** Methods of `evaluate verification` that read the encoder's vectors, and the score that each takes. */
export const scoreOfMethod = {
  'late-interaction': 'lateInteraction',
  'document-vector': 'documentVector',
  tfidf: 'tfidf',
  'tfidf-snorm': 'tfidfNorm',
} as const satisfies Readonly<Record<string, ScoreName>>;

/** Texts described at once: some 200 KB each. */
const describedTexts = 1500;
/** Texts whose spans are held for a second comparison: some 350 KB per 1,000 words. */
const encodedTexts = 300;

/** Compares the two sides of trials; what was made of a text is kept for the next trials. */
export class TrialScorer {
  private readonly described = new LruCache<string, Promise<TextFeatures>>(describedTexts);
  private readonly cohort: Cohort;
  private readonly extractor: FeatureExtractor;
  private readonly verifier: FusedVerifier;
  private readonly encode: EncodeText;

  constructor(
    parts: VerifierParts,
    private readonly stop: StopSignal,
  ) {
    this.encode = remembering(parts.encode);
    this.cohort = new Cohort(parts.population);
    this.extractor = featureExtractor(this.encode, parts.statistics);
    this.verifier = new FusedVerifier({ ...parts, encode: this.encode });
  }

  /** All scores of two texts. */
  async scores(a: SourceText, b: SourceText): Promise<Scores> {
    return verificationScores(await this.describe(a), await this.describe(b), this.cohort);
  }

  /** What the shipped verifier says of two texts. */
  async fused(a: SourceText, b: SourceText): Promise<TrialOutcome> {
    const known = [asKnown(b, b.id)];
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

  private describe(source: SourceText): Promise<TextFeatures> {
    return this.described.of(`${source.mode} ${source.genre} ${source.text}`, () =>
      extractFeatures(
        { mode: source.mode, genre: source.genre, sources: [source] },
        Infinity,
        this.extractor,
        this.stop,
      ),
    );
  }
}

function remembering(encode: EncodeText): EncodeText {
  const recent = new LruCache<string, Promise<readonly EncodedSpan[]>>(encodedTexts);
  return (source, stop) => recent.of(source.text, () => encode(source, stop));
}
