import { tfidf } from '../core/classical/tfidf';
import type { Mode, ModelFiles } from '../core/domain';
import type { ReferenceIndex, StopSignal, Verifier } from '../core/ports';
import { FusedVerifier } from '../core/verification/fusedVerifier';
import { populationOfIndex } from './population/indexPopulation';
import type { Models } from './loadedModels';

/** A verifier with the files that it, and the order of a review, were loaded from. */
export interface LoadedVerifier {
  readonly verifier: Verifier;
  readonly models: ModelFiles;
}

/** Verifiers by the population behind them: the bundled one, or that of the index last asked for. */
export class Verifiers {
  private bundledVerifier: Verifier | undefined;
  private ofIndex: { readonly key: string; readonly verifier: Verifier | undefined } | undefined;

  constructor(private readonly models: Models) {}

  /** The verifier whose population is the bundled one. Throws ModelMissing or ModelCorrupt. */
  async bundled(): Promise<LoadedVerifier> {
    this.bundledVerifier ??= new FusedVerifier(await this.models.verifierParts());
    return { verifier: this.bundledVerifier, models: await this.models.files() };
  }

  /** The verifier for questions to an index: its own population stands in for the bundled one once it is large enough. Throws Cancelled. */
  async for(index: ReferenceIndex, mode: Mode, stop: StopSignal): Promise<LoadedVerifier> {
    const { contentHash } = index.info();
    const key = `${contentHash} ${mode}`;
    if (this.ofIndex?.key !== key) this.ofIndex = { key, verifier: await this.withOwnPopulation(index, mode, stop) };
    const { verifier } = this.ofIndex;
    if (!verifier) return this.bundled();
    return { verifier, models: { ...(await this.models.files()), indexPopulation: contentHash } };
  }

  private async withOwnPopulation(index: ReferenceIndex, mode: Mode, stop: StopSignal): Promise<Verifier | undefined> {
    const parts = await this.models.verifierParts();
    const population = await populationOfIndex(index, mode, tfidf(parts.statistics), stop);
    return population && new FusedVerifier({ ...parts, population });
  }
}
