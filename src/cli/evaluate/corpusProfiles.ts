import type { LabelledDocument } from '../../core/evaluation/tasks/documents';
import type { JoinedText } from '../../core/evaluation/tasks/tripletTasks';
import type { TextProfile } from '../../core/ports';
import type { Profiler } from '../../core/ranking/profile';
import { filledUp, sampled, Strangers } from '../../core/ranking/strangers';
import { documentVector } from '../../core/verification/describe';
import { documentId } from '../../node/sqlite/documentId';
import { joinTexts } from './classicalScorer';
import { PerText } from './documentScorer';
import type { EncodedCorpus } from './encodedCorpus';

/** What profiles are made of. */
export interface ProfiledCorpus {
  readonly documents: readonly LabelledDocument[];
  readonly corpus: EncodedCorpus;
  readonly profiler: Profiler;
}

/** Profiles of the documents of a file, each made once. */
export class CorpusProfiles {
  private readonly profiles = new PerText((text) => this.profile(text));
  private madeStrangers: Strangers | undefined;

  constructor(private readonly parts: ProfiledCorpus) {}

  of(text: JoinedText): TextProfile {
    return this.profiles.of(text);
  }

  /** Those that an index of the encoded documents would have, with documents in the place of authors. */
  strangers(): Strangers {
    return (this.madeStrangers ??= this.makeStrangers());
  }

  private makeStrangers(): Strangers {
    const { documents, corpus, profiler } = this.parts;
    const indexed = documents
      .map((document, place) => ({ id: documentId(document), mode: document.mode, place }))
      .filter(({ place }) => corpus.has(place));
    const own = sampled(indexed).map(({ mode, place }) => {
      const { id } = documents[place]!;
      return { mode, features: this.of([place]).features, document: { id, author: id } };
    });
    return new Strangers(filledUp(own, () => profiler.members()));
  }

  private profile(text: JoinedText): TextProfile {
    const { corpus, documents, profiler } = this.parts;
    const { mode } = documents[text[0]!]!;
    return profiler.profile({ text: joinTexts(documents, text), mode }, documentVector(corpus.of(text).spans));
  }
}
