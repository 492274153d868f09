import type { QuestionedDocument } from '../../core/domain';
import type { ReviewTarget } from '../../presentation/findings';

/** A target as the engine takes it; its name stands in reports and errors. */
export function questionedDocument({ title, text, version, facts, sha256, hashed }: ReviewTarget): QuestionedDocument {
  return { id: title, text, version, sha256, ...(hashed && { hashed }), ...facts };
}
