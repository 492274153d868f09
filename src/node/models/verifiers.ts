import { tfidf } from '../../core/classical/tfidf';
import type { Mode } from '../../core/domain';
import type { ReferenceIndex, Verifier } from '../../core/ports';
import { FusedVerifier } from '../../core/verification/fusedVerifier';
import { populationOfIndex } from '../population/indexPopulation';
import type { Models } from './models';

/** Verifiers by the population behind them: the bundled one, or that of the index last asked for. */
export class Verifiers {
  private bundledVerifier: Verifier | undefined;
  private ofIndex: { readonly key: string; readonly verifier: Verifier | undefined } | undefined;

  constructor(private readonly models: Models) {}

  /** The verifier whose population is the bundled one. Throws ModelMissing or ModelCorrupt. */
  async bundled(): Promise<Verifier> {
    this.bundledVerifier ??= new FusedVerifier(await this.models.verifierParts());
    return this.bundledVerifier;
  }

  /** The verifier for questions to an index: its own population stands in for the bundled one once it is large enough. */
  async for(index: ReferenceIndex, mode: Mode): Promise<Verifier> {
    const key = `${index.info().contentHash} ${mode}`;
    if (this.ofIndex?.key !== key) this.ofIndex = { key, verifier: await this.withOwnPopulation(index, mode) };
    return this.ofIndex.verifier ?? this.bundled();
  }

  private async withOwnPopulation(index: ReferenceIndex, mode: Mode): Promise<Verifier | undefined> {
    const parts = await this.models.verifierParts();
    const population = await populationOfIndex(index, mode, tfidf(parts.statistics));
    return population && new FusedVerifier({ ...parts, population });
  }
}
