import { LRUCache } from 'lru-cache';
import { findMeasurement, computeScores } from '../../../../src/core/verification/scores';
import { averageRows, buildSides } from '../../../../src/core/verification/sides';
import type { KnownDocument, SourceText } from '../../../../src/core/domain/evidence';
import type { StopSignal } from '../../../../src/core/basics/work';
import type { EncodedSpan } from '../../../../src/core/ports';
import { multiplyDense, averageTextVector } from '../../../../src/lateInteraction/scoring/patches';
import { FusedVerifier, type VerifierDependencies } from '../../../../src/core/verification/fusedVerifier';
import type { FeatureRow } from '../../../../src/core/classical/featureRow';
import type { TrialOutcome } from '../../measures/verification/trialOutcomes';
import { symmetricMaxSim, thinPatches } from '../../measures/lateInteraction';
import { type EncodeText, spansOf } from '../encoding/encodeWith';

/** Methods of `evaluate verification` beside the fused one, and the score that each takes. */
export const scoreOfMethod = {
  'late-interaction': 'lateInteraction',
  'document-vector': 'documentVector',
  ngrams: 'ngrams',
  'ngrams-snorm': 'ngramsNorm',
} as const;

/** Rows that are held for further comparisons: some 50 KB each. */
const heldRows = 4000;
/** Texts whose spans are held: some 350 KB per 1,000 words. */
const encodedTexts = 300;

/** One side of a trial. */
export interface TrialSides {
  readonly questioned: SourceText;
  /** By one author. */
  readonly known: readonly KnownDocument[];
}

/** Compares the two sides of trials; what was made of a text is kept for the next trials. */
export class TrialScorer {
  private readonly rows: LRUCache<string, FeatureRow>;
  private readonly spans = new LRUCache<string, Promise<readonly EncodedSpan[]>>({ max: encodedTexts });
  private readonly verifier: FusedVerifier;

  /** @param encode  undefined: nothing is asked for that an encoder makes */
  constructor(
    private readonly deps: VerifierDependencies,
    private readonly stop: StopSignal,
    private readonly encode?: EncodeText,
  ) {
    this.rows = new LRUCache({ max: heldRows, memoMethod: (text: string) => deps.ngrams.computeFeatures(text) });
    this.verifier = new FusedVerifier(deps);
  }

  /** All scores of the sides of a trial by these authors: those that a verifier weighs, and those that it is compared with. */
  async scores(sides: TrialSides, authors: readonly string[]): Promise<Readonly<Record<string, number>>> {
    const { markerScores: habits } = this.deps;
    const { questioned, known, groups } = buildSides([sides.questioned], sides.known);
    const row = {
      ...questioned,
      features: this.rows.memo(sides.questioned.text),
      habits: habits.prepare(questioned, [habits.countIn(sides.questioned)]),
    };
    const texts = groups.flatMap((group) => group.texts);
    const side = {
      ...known,
      features: averageRows(texts, ({ document }) => this.rows.memo(document.text)),
      rates: texts.map(({ document }) => habits.countIn(document)),
    };
    const measurement = findMeasurement(this.deps.cohort, { questioned, known }, new Set(authors));
    const scores = computeScores(row, side, measurement, this.stop);
    const { fromQuestioned, fromKnown } = scores;
    const ngramsNorm = fromQuestioned === undefined ? scores.ngrams! : (fromQuestioned + fromKnown!) / 2;
    return { ...scores, ngramsNorm, ...(this.encode && (await this.encodedScores(sides))) };
  }

  /** What the shipped verifier says of a trial. */
  async fused({ questioned, known }: TrialSides): Promise<TrialOutcome> {
    const { verification, logOdds, llr } = await this.verifier
      .prepare(questioned)
      .compare(known, { authorsSearched: undefined }, this.stop);
    return {
      score: logOdds ?? 0,
      llr: llr ?? 0,
      answer: verification.answer ?? null,
      verifier: verification.verifier,
      calibrationId: verification.calibrationId ?? null,
    };
  }

  private async encodedScores({ questioned, known }: TrialSides): Promise<Readonly<Record<string, number>>> {
    const left = await this.spansOf(questioned);
    const right = (await Promise.all(known.map((document) => this.spansOf(document)))).flat();
    return {
      documentVector: multiplyDense(averageTextVector(left), averageTextVector(right)),
      lateInteraction: symmetricMaxSim(thinPatches(left), thinPatches(right)),
    };
  }

  private spansOf(source: SourceText): Promise<readonly EncodedSpan[]> {
    const encoded = this.spans.get(source.text) ?? spansOf(source, this.encode!, this.stop);
    this.spans.set(source.text, encoded);
    return encoded;
  }
}
