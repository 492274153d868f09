import type { NgramMetric } from '../../../src/core/classical/ngrams';
import {
  type ClassicalStatistics,
  decodeBase64,
  decodeUint16,
  decodeUint32,
} from '../../../src/core/classical/features';
import golden from '../../fixtures/golden/ngrams.json';

/** The vocabulary of the golden texts, and nothing else. */
export const statistics: ClassicalStatistics = {
  trainedOn: 'three texts',
  documents: golden.documents,
  words: { bits: 0, documents: new Uint16Array(1) },
  features: {
    hashes: decodeUint32(golden.features.hashes),
    documents: decodeUint16(golden.features.documents),
  },
};
/** The random metric behind the golden scores. */
export const metric: NgramMetric = {
  id: 'ngrams@golden',
  weights: Float32Array.from(golden.weights),
  directions: new Int8Array(decodeBase64(golden.directions)),
  scales: Float32Array.from(golden.scales),
};
