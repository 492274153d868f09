import { compareIds } from '../../../../src/core/basics/numbers';
import { countWords } from '../../../../src/core/text/countWords';
import type { LabelledDocument } from '../../tasks/documents';
import type { JoinedText } from '../../tasks/tripletTasks';
import type { TextProfile } from '../../../../src/core/ports';
import { type Profiler, sampleGenres, sampleModes } from '../../../../src/core/cohort/cohortCache';
import { Cohort, type CohortDocument, type CohortMember } from '../../../../src/core/cohort/cohort';
import type { AuthorsDocument } from '../../../../src/core/ranking/combinedScore';
import { averageTextVector } from '../../../../src/lateInteraction/scoring/patches';
import { computeDocumentId } from '../../../../src/node/sha256';
import { joinTexts } from './classicalScorer';
import { PerText } from './documentScorer';
import type { EncodedCorpus } from '../encoding/encodedCorpus';

/** What profiles are made of. */
export interface ProfiledCorpus {
  readonly documents: readonly LabelledDocument[];
  readonly corpus: EncodedCorpus;
  readonly profiler: Profiler;
}

/** A document of the file by its place, and what an index calls it. */
export interface IndexedPlace {
  readonly place: number;
  readonly document: Pick<CohortDocument, 'id' | 'author'>;
}

/** Profiles of the documents of a file, each made once. */
export class CorpusProfiles {
  private readonly profiles = new PerText((text) => this.profile(text));
  private madeCohort: Cohort | undefined;

  constructor(private readonly parts: ProfiledCorpus) {}

  of(text: JoinedText): TextProfile {
    return this.profiles.of(text);
  }

  /** The document at a place, as authors are ordered by it. */
  describe(place: number): AuthorsDocument {
    const { author, mode, genre, text } = this.parts.documents[place]!;
    return { author, mode, genre, words: countWords(text), profile: this.of([place]) };
  }

  /** The reference cohort that an index of the encoded documents would have; a document is by `authorOf` it. */
  cohort(authorOf: (document: LabelledDocument) => string): Cohort {
    return (this.madeCohort ??= this.makeCohort(authorOf));
  }

  /** The cohort of an index of these documents alone, each under its name and author there. */
  cohortAmong(documents: readonly IndexedPlace[], sample = documents): Cohort {
    const memberOf = ({ place, document }: IndexedPlace): CohortMember => {
      const { genre, title, text } = this.parts.documents[place]!;
      return { ...this.of([place]), document: { ...document, genre, title, words: countWords(text) } };
    };
    return new Cohort(documents.map(memberOf), () => this.parts.profiler.listMembers(), sample.map(memberOf));
  }

  private makeCohort(authorOf: (document: LabelledDocument) => string): Cohort {
    const { documents, corpus } = this.parts;
    const indexed = documents
      .map((document, place) => {
        const { author, mode, genre } = document;
        return { id: computeDocumentId(document), author, mode, genre, place };
      })
      .filter(({ place }) => corpus.has(place));
    const sample = sampleModes(indexed);
    const named = ({ place }: { readonly place: number }): IndexedPlace => {
      const document = documents[place]!;
      return { place, document: { id: document.id, author: authorOf(document) } };
    };
    const all = new Set([...sample, ...sampleGenres(indexed.toSorted(compareIds))]);
    return this.cohortAmong([...all].map(named), sample.map(named));
  }

  private profile(text: JoinedText): TextProfile {
    const { corpus, documents, profiler } = this.parts;
    const { mode } = documents[text[0]!]!;
    return profiler.computeProfile(
      { text: joinTexts(documents, text), mode },
      corpus.has(text[0]!) ? averageTextVector(corpus.of(text).spans) : new Float32Array(0),
    );
  }
}
