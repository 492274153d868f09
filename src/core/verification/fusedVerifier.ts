import { makeOnce } from '../basics/caches';
import type { Ngrams } from '../classical/ngrams';
import type { Cohort } from '../cohort/cohort';
import { copiedShare, readQuestionedWords } from '../copies/copies';
import type { KnownDocument, Note, SourceText, Verification } from '../domain/evidence';
import type { CandidateOrigin, ReferenceIndex } from '../ports';
import { type StopSignal, throwIfStopped } from '../basics/work';
import { joinTexts, readDocuments, toOwn, keepOwnOfAll } from '../text/readText';
import {
  type WarningDependencies,
  findReasonToAbstain,
  findWarnings,
  isOfLanguage,
  limitToLanguage,
} from './abstaining';
import {
  applyCalibration,
  type CalibratedRatio,
  type Calibration,
  clamp,
  computeOdds,
  readWeight,
  type ScoredLengths,
  type Scores,
} from './calibration';
import { type ChosenCalibration, findCalibration, findFloor, findVerbalLabel, limitLengths } from './chooseCalibration';
import { chooseVerifier, describeCondition } from './condition';
import { findShareReaching } from './distributions';
import { recalibrateByOwn } from './fitting/recalibration';
import { readComparisons } from './fitting/trials';
import type { MarkerScores, TextRates } from './markerScores';
import { findRatioParts, type GroupWords } from './ratioParts';
import { type KnownRow, findMeasurement, measureOf, computeScores, type ScoreName } from './scores';
import { type KnownGroup, leftOutTexts, listShares, removeText, type Sides, buildSides, weighRows } from './sides';
import { type RatedRest, weighStretches } from './stretches';
import { AskedText, type StoredRows, addWithoutRareWords, computeRow, hasMaskedRatio } from './withoutRareWords';

/** What a verifier needs. */
export interface VerifierDependencies extends WarningDependencies {
  readonly ngrams: Ngrams;
  /** The texts by other authors that scores are measured against. */
  readonly cohort: Cohort;
  readonly calibrations: readonly Calibration[];
  /** Counts markers in both sides and in the cohort's documents. */
  readonly markerScores: MarkerScores;
  /** The index with the cohort's documents. Undefined if known texts are read from files. */
  readonly collection?: Collection;
}

/** The parts of an index that comparisons read: documents and their rows. */
export interface Collection extends Pick<ReferenceIndex, 'readDocument'>, StoredRows {}

/** Converts scores of n-grams and markers into a likelihood ratio, with a calibration that is bundled or was validated on an index. */
export class FusedVerifier {
  constructor(private readonly deps: VerifierDependencies) {}

  /** The verifier of a questioned text. It abstains with a reason if no calibration supports a statement. */
  prepare(questioned: SourceText | readonly SourceText[]): QuestionedVerifier {
    const own = keepOwnOfAll('text' in questioned ? [questioned] : questioned);
    return new QuestionedVerifier(this.deps, own);
  }
}

/**
 * Verifies one questioned text, or several of one author, against one author after another, with all known texts of each:
 * sides → condition → calibration → scores → ratio → statement or abstention
 */
export class QuestionedVerifier {
  private readonly whole: AskedText;
  /** The text without each of its stretches. */
  private rests: readonly AskedText[] | undefined;
  /** Undefined until a score is requested. */
  private copied: readonly { readonly author: string; readonly note: Note }[] | undefined;

  constructor(
    private readonly deps: VerifierDependencies,
    private readonly questioned: readonly SourceText[],
  ) {
    this.whole = new AskedText(deps, questioned);
  }

  /** Verifies an author. Nothing is compared if the verifier abstains. Throws Cancelled. */
  async verify(known: readonly KnownDocument[], origin: CandidateOrigin, stop: StopSignal): Promise<Verification> {
    const { sides, leftOut, context, chosen, abstention } = await this.describeTrial(known, origin, stop);
    // whether open ratios are worth too little in this condition, which is no reason not to compute them
    const isUnmeasured = abstention?.reason === 'shortDocument' || abstention?.reason === 'outsideCalibration';
    if (!chosen || (abstention && !isUnmeasured)) return abstention!;
    const { ratioOf, oddsOf } = await this.prepareRatios(sides, leftOut, chosen, stop);
    // A search states no ratio among its authors, so that an abstention in it needs no stretches.
    if (abstention && (origin.isOnlyRatio || origin.authorsSearched !== undefined))
      return { ...abstention, score: oddsOf(sides) };
    if (origin.isOnlyRatio) return this.buildStatement(context, chosen, ratioOf(sides));
    const { lower, upper } = chosen.judgement;
    this.rests ??= this.whole.leaveOutStretches();
    const rests: RatedRest[] = [];
    for (const asked of this.rests) {
      throwIfStopped(stop);
      const logOdds = oddsOf(sides, asked);
      rests.push({ texts: asked.sources, logOdds, llr: clamp(logOdds, lower, upper) });
    }
    const withoutStretches = rests.map(({ logOdds }) => logOdds);
    if (abstention) return { ...abstention, score: oddsOf(sides), withoutStretches };
    const isLeftOut = context.known.length >= leftOutTexts.least && context.known.length <= leftOutTexts.most;
    const shares = listShares(sides).map(({ text }, i) => {
      const withoutText = () => clamp(oddsOf(removeText(sides, text.document)), lower, upper);
      return { ...context.known[i]!, ...(isLeftOut && { llrWithout: withoutText() }) };
    });
    const { ratio, carriedBy } = weighStretches(ratioOf(sides), this.questioned, rests, chosen);
    const stated = {
      ...this.buildStatement({ ...context, known: shares }, chosen, ratio),
      ...{ withoutStretches, ...(carriedBy && { carriedBy }) },
    };
    if (!hasMaskedRatio(stated, chosen, this.deps.language)) return stated;
    const { asked, words } = this.whole.maskRareWords();
    return addWithoutRareWords(stated, words, oddsOf(sides, asked));
  }

  /** Adds to a verification what moved its ratio. Throws Cancelled. */
  async explain(
    verified: Verification,
    { known, origin }: { readonly known: readonly KnownDocument[]; readonly origin: CandidateOrigin },
    groupWords: GroupWords,
    stop: StopSignal,
  ): Promise<Verification> {
    const { sides, leftOut, chosen } = await this.describeTrial(known, origin, stop);
    const { collection } = this.deps;
    if (verified.llr === undefined || !chosen || !collection) return verified;
    const ratios = await this.prepareRatios(sides, leftOut, chosen, stop);
    const compared = { asked: this.whole, sides, leftOut, ...ratios, ...ratios.ratioOf(sides) };
    const parts = await findRatioParts({ ...this.deps, collection, groupWords }, compared, stop);
    return { ...verified, ...(parts && { parts }) };
  }

  /**
   * Returns the scores too, and the ratio behind an abstention. Both are absent if no calibration applies. The effect of each known text is
   * not computed. Throws Cancelled.
   */
  async compare(
    known: readonly KnownDocument[],
    origin: CandidateOrigin,
    stop: StopSignal,
  ): Promise<{ readonly verification: Verification } & Partial<StatedRatio>> {
    const { sides, leftOut, context, chosen, abstention } = await this.describeTrial(known, origin, stop);
    if (!chosen) return { verification: abstention! };
    const ratio = (await this.prepareRatios(sides, leftOut, chosen, stop)).ratioOf(sides);
    return { ...ratio, verification: abstention ?? this.buildStatement(context, chosen, ratio) };
  }

  /**
   * What a comparison rests on, before its texts are scored. `leftOut` are authors that scores are not measured against. `abstention` is
   * the reason if no statement is possible; it is always present without a calibration.
   */
  private async describeTrial(known: readonly KnownDocument[], origin: CandidateOrigin, stop: StopSignal) {
    const { cohort, language } = this.deps;
    throwIfStopped(stop);
    const sides = buildSides(this.questioned, keepOwnOfAll(known, stop));
    const lengths = { questioned: sides.questioned.words, known: sides.known.words };
    const condition = describeCondition(sides.questioned, sides.known, lengths);
    const wanted = language === undefined ? origin.verifier : 'general';
    const query = { verifier: chooseVerifier(sides.questioned.mode, sides.known.mode, wanted), condition };
    this.copied ??= await this.findCopiesInCohort(stop);
    const writers = new Set([...known, { author: origin.questionedAuthor }].flatMap(({ author }) => author ?? []));
    const copied = this.copied.filter(({ author }) => !writers.has(author));
    const leftOut = new Set([...writers, ...copied.map(({ author }) => author)]);
    const measurement = findMeasurement(cohort, sides, leftOut);
    const measure = measureOf(measurement);
    const isUsed = (each: Calibration): boolean => each.measure === measure;
    const calibrations = this.deps.calibrations.filter(isUsed);
    const validated = (origin.own ?? []).filter((each) => isUsed(each.calibration));
    const own = validated.filter((each) => isOfLanguage(each.calibration, language));
    const found = findCalibration({ calibrations, own }, query);
    const chosen = found && language !== undefined ? limitToLanguage(found) : found;
    // The numbers of words that would be enough, or would be if the known texts had the questioned text's genre.
    const floor = findFloor(calibrations, query);
    const isAcross = condition.genreRelation === 'cross' && condition.modes !== 'written-spoken';
    const ofOneGenre = { ...query, condition: { ...condition, genreRelation: 'same' } } as const;
    const floorOfOneGenre = floor === undefined && isAcross ? findFloor(calibrations, ofOneGenre) : undefined;
    const { caveats, notes } = findWarnings(sides, condition, origin, this.deps);
    const context: TrialContext = {
      ...query,
      origin,
      words: lengths.questioned,
      knownWords: lengths.known,
      known: listShares(sides).map(({ text: { document, words }, share }) => {
        return { document: document.id, title: document.title || document.id, words, share };
      }),
      floor,
      ...(floorOfOneGenre !== undefined && { floorOfOneGenre }),
      caveats,
      notes: [...copied.map(({ note }) => note), ...notes],
    };
    const reason = findReasonToAbstain(context, chosen, measurement, language);
    const abstention = reason && { ...this.abstain(context), calibrationId: chosen?.calibration.id, reason };
    return { sides, leftOut, context, chosen, abstention };
  }

  /**
   * Computes calibrated ratios of the questioned text, or of the rest of it, with all or some known texts. `oddsOf` returns logarithms
   * without bounds.
   */
  private async prepareRatios(sides: Sides, leftOut: ReadonlySet<string>, chosen: ChosenCalibration, stop: StopSignal) {
    const { cohort, markerScores, collection } = this.deps;
    const { calibration, judgement } = chosen;
    const isOfGenre = calibration.measure === 'collection' && calibration.genreRelation === 'same';
    const isRecalibrated = isOfGenre && !chosen.validatedOn;
    // the rows of known texts, from the index if it has stored them
    const documents = sides.groups.flatMap(({ texts }) => texts.map(({ document }) => document));
    const ids = documents.map(({ id }) => id);
    const rows = new Map(await collection?.readRows(ids, stop));
    for (const { id, text } of documents) {
      throwIfStopped(stop);
      if (!rows.has(id)) rows.set(id, computeRow(this.deps.ngrams, text));
    }
    // The markers of known texts, after they are counted in the documents that these are measured against.
    const rates = 'habits' in calibration.weights ? new Map<string, TextRates>() : undefined;
    for (const group of rates ? sides.groups : []) {
      const others = collection && cohort.selectComparable(group, leftOut);
      if (others) await markerScores.read(others, isRecalibrated, (id) => collection.readDocument(id), stop);
    }
    for (const { texts } of sides.groups)
      for (const { document } of texts) rates?.set(document.id, markerScores.countIn(document));
    // The comparisons among a collection's own documents, which recalibrate ratios of one genre (docs/decisions/0034-every-known-word.md).
    const others = isRecalibrated ? cohort.selectComparable(sides.known, leftOut) : undefined;
    const own = (others ? readComparisons(others.scores)(markerScores, stop) : [])
      .filter(({ authors }) => !authors.some((each) => leftOut.has(each)))
      .map((each) => ({ ...each, logOdds: computeOdds(calibration, each) }));
    const recalibration = recalibrateByOwn(own);
    // The known texts in the form that scores use. They are prepared once, because every rest of a questioned text is compared with them.
    const describe = makeOnce(({ mode, genre, texts }: KnownGroup): KnownRow => ({
      ...{ mode, genre, features: weighRows(texts, ({ document }) => rows.get(document.id)!) },
      ...(rates && { rates: texts.map(({ document }) => rates.get(document.id)!) }),
    }));
    // The scores with each group, weighted by its share. A group without a measurement does not count in measured scores.
    const score = ({ questioned, known, groups }: Sides, asked = this.whole): ScoredLengths => {
      const { mode, genre, words } = questioned;
      const row = { mode, genre, features: asked.row, ...(rates && { habits: asked.countMarkers({ mode, genre }) }) };
      const sums: Record<string, number> = {};
      const shares: Record<string, number> = {};
      for (const group of groups) {
        const side = describe(group);
        const measurement = findMeasurement(cohort, { questioned, known: side }, leftOut, words);
        for (const [name, value] of Object.entries(computeScores(row, side, measurement, stop))) {
          sums[name] = (sums[name] ?? 0) + group.share * value;
          shares[name] = (shares[name] ?? 0) + group.share;
        }
      }
      const means = Object.entries(sums).map(([name, sum]) => [name, sum / (shares[name] || 1)] as const);
      const lengths = limitLengths(judgement, { questioned: words, known: known.words });
      return { lengths, scores: Object.fromEntries(means) };
    };
    return {
      describe,
      /** The effect of one unit of a score on the logarithm of the ratio, at these lengths. */
      weightOf: (name: ScoreName): number => recalibration.slope * readWeight(calibration, name, score(sides).lengths),
      ratioOf: (compared: Sides): StatedRatio => {
        const scored = score(compared);
        const ratio = applyCalibration(calibration, judgement, scored, recalibration);
        return { ...ratio, scores: scored.scores, recalibratedBy: own.length };
      },
      oddsOf: (compared: Sides, asked?: AskedText): number =>
        recalibration.shift + recalibration.slope * computeOdds(calibration, score(compared, asked)),
    };
  }

  /** The authors of documents of the cohort that are copies of the questioned text, with the notes on these. Empty without an index. */
  private async findCopiesInCohort(stop: StopSignal) {
    const { collection, cohort } = this.deps;
    if (!collection) return [];
    const modes = new Set(this.questioned.map(({ mode }) => mode));
    const alike = cohort.findMostAlike(this.whole.row, modes.size === 1 ? [...modes][0]! : 'unknown', stop);
    const source = this.questioned.length === 1 ? this.questioned[0]! : toOwn(joinTexts(this.questioned));
    const questioned = readQuestionedWords(source, stop);
    return (await readDocuments(collection, alike)).flatMap((document) => {
      const share = questioned.readShare(document, stop);
      const note = { caveat: 'copyInCohort', author: document.author, title: document.title, share } as const;
      return share >= copiedShare ? [{ author: document.author, note }] : [];
    });
  }

  private buildStatement(
    context: TrialContext,
    chosen: ChosenCalibration,
    { llr, interval, logOdds, recalibratedBy }: StatedRatio,
  ): Verification {
    const { calibration, judgement, validatedOn } = chosen;
    const { modes, genreRelation, id } = calibration;
    const { authorsSearched } = context.origin;
    const share = findShareReaching(judgement.survival, logOdds);
    return {
      ...this.abstain(context),
      bounds: [judgement.lower, judgement.upper],
      calibratedOn: { modes, genreRelation, words: judgement.words, knownWords: judgement.knownWords },
      errorRate: judgement.errorRate,
      ...(validatedOn && { validatedOn }),
      calibrationId: id,
      llr,
      interval,
      answer: llr !== 0 && Math.abs(llr) >= judgement.threshold ? llr > 0 : undefined,
      scale: findVerbalLabel(llr),
      densities: { ...judgement.densities, score: logOdds },
      ...(recalibratedBy > 0 && { recalibratedBy }),
      ...(authorsSearched !== undefined && { chance: { authorsSearched, expected: authorsSearched * share } }),
    };
  }

  private abstain({ origin: { authorsSearched }, ...context }: TrialContext): Verification {
    return {
      llr: undefined,
      interval: undefined,
      bounds: undefined,
      answer: undefined,
      ...context,
      calibrationId: undefined,
      calibratedOn: undefined,
      population: this.deps.population.description,
      scale: undefined,
      errorRate: undefined,
      chance: authorsSearched === undefined ? undefined : { authorsSearched, expected: undefined },
    };
  }
}

/** A ratio of scores, with the number of the collection's own comparisons that recalibrated it. */
interface StatedRatio extends CalibratedRatio {
  readonly scores: Scores;
  readonly recalibratedBy: number;
}

interface TrialContext extends Pick<
  Verification,
  'condition' | 'verifier' | 'words' | 'knownWords' | 'known' | 'floor' | 'floorOfOneGenre' | 'caveats' | 'notes'
> {
  readonly origin: CandidateOrigin;
}
