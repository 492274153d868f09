import { IdiographError } from '../../../../src/core/errors';
import type { LabelledDocument } from '../../tasks/documents';
import type { JoinedText } from '../../tasks/tripletTasks';
import type { EncodedSpan, Encoder, TokenVectors } from '../../../../src/core/ports';
import { type StopSignal, throwIfStopped } from '../../../../src/core/basics/work';
import { encodeText } from '../../../../src/core/text/encodeText';
import { findExclusions } from '../../../../src/reading/text/exclusions';
import type { StageProgress } from '../run/progress';
import { EncoderAround } from './encoderAround';

/** A text by its spans, with the sum of the token vectors that may score. */
export interface EncodedText {
  readonly spans: readonly EncodedSpan[];
  readonly tokenSum: Float64Array;
}

/** How texts are encoded and followed. */
export interface EncodingRun {
  readonly encoder: Encoder;
  readonly stop: StopSignal;
  readonly progress?: StageProgress;
}

/**
 * Encodes a text as a review does: quotations and signatures left out, patches of the model's own length. A text in which
 * nothing can be scored has no spans.
 */
async function encodeDocument(text: string, { encoder, stop }: EncodingRun): Promise<EncodedText> {
  const summing = new SummingEncoder(encoder);
  const options = { n: encoder.patchTokens, exclude: findExclusions(text), stop };
  try {
    return { spans: await encodeText(text, summing, options), tokenSum: summing.sum };
  } catch (error) {
    if (error instanceof IdiographError && error.code === 'TooShort') return { spans: [], tokenSum: summing.sum };
    throw error;
  }
}

/** Documents of a file, encoded once, by place. */
export class EncodedCorpus {
  /** No document, for scores that the encoder takes no part in. */
  static readonly empty = new EncodedCorpus(new Map());

  private constructor(private readonly texts: ReadonlyMap<number, EncodedText>) {}

  /** Encodes the documents at `places`. Throws Cancelled between documents. */
  static async encode(
    documents: readonly LabelledDocument[],
    places: Iterable<number>,
    run: EncodingRun,
  ): Promise<EncodedCorpus> {
    const wanted = [...new Set(places)].sort((a, b) => a - b);
    const texts = new Map<number, EncodedText>();
    for (const place of wanted) {
      throwIfStopped(run.stop);
      texts.set(place, await encodeDocument(documents[place]!.text, run));
      run.progress?.(texts.size, wanted.length);
    }
    return new EncodedCorpus(texts);
  }

  /** Whether the document at this place was encoded. */
  has(place: number): boolean {
    return this.texts.has(place);
  }

  /** Several documents as one text: their spans in order; no span crosses from one to the next. */
  of(text: JoinedText): EncodedText {
    const parts = text.map((place) => this.texts.get(place)!);
    if (parts.length === 1) return parts[0]!;
    const tokenSum = parts[0]!.tokenSum.map((_, i) => parts.reduce((sum, part) => sum + part.tokenSum[i]!, 0));
    return { spans: parts.flatMap(({ spans }) => spans), tokenSum };
  }
}

/** Passes windows on and sums up the vectors of the tokens that may score. */
class SummingEncoder extends EncoderAround {
  readonly sum = new Float64Array(this.dim);

  override async encode(windows: readonly string[], stop: StopSignal): Promise<readonly TokenVectors[]> {
    const encoded = await this.encoder.encode(windows, stop);
    for (const vectors of encoded) this.add(vectors);
    return encoded;
  }

  private add({ dim, used, values }: TokenVectors): void {
    for (let token = 0; token < used.length; token += 1) {
      if (used[token] === 0) continue;
      for (let i = 0; i < dim; i += 1) this.sum[i]! += values[token * dim + i]!;
    }
  }
}
