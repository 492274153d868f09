import type { PartKind } from '../text/readableFormats';
import { countWords } from '../../core/text/countWords';
import { toBox, type Matrix } from './pdfGeometry';
import type { Run } from './pdfRows';

/** The fields of an annotation in PDF.js that are used here. */
export interface Annotation {
  readonly subtype?: string;
  readonly rect: readonly number[];
  readonly annotationFlags?: number;
  readonly fieldType?: string;
  readonly fieldValue?: unknown;
  readonly options?: readonly { readonly exportValue: string; readonly displayValue: string }[];
  readonly password?: boolean;
  readonly contentsObj?: { readonly str: string };
  readonly textContent?: readonly string[];
}

/** The second bit means that an annotation is hidden, the sixth that it is not shown on a screen. */
const unseenFlags = 2 | 32;
/** Height of a line of an answer, in points, if its font does not matter. */
const lineHeight = 11;

/** Answers in the fields of a form and text typed onto a page, as paragraphs at their places, and the comments on it. */
export function readAnswers(
  annotations: readonly Annotation[],
  matrix: Matrix,
): { readonly answers: readonly Run[]; readonly apart: readonly (readonly [PartKind, string])[] } {
  const answers: Run[] = [];
  const apart: (readonly [PartKind, string])[] = [];
  for (const annotation of annotations) {
    const { annotationFlags = 0, subtype, password, contentsObj, textContent = [] } = annotation;
    const said = contentsObj?.str || (subtype === 'FreeText' ? textContent.join('\n') : '');
    // The visible value of a field. For a choice these are its words, not their code.
    const { fieldType = '', fieldValue, options = [] } = annotation;
    const values = /^(?:Tx|Ch)$/.test(fieldType)
      ? [fieldValue].flat().filter((value) => typeof value === 'string')
      : [];
    const shown = values.map(
      (value) => options.find(({ exportValue }) => exportValue === value)?.displayValue ?? value,
    );
    const text = subtype === 'Link' ? '' : (subtype === 'Widget' ? shown.join('\n') : said).trim();
    const isHidden = (annotationFlags & unseenFlags) !== 0 || password === true;
    const kind = isHidden ? 'hidden' : /^(?:Widget|FreeText)$/.test(subtype ?? '') ? undefined : 'comments';
    if (text === '') continue;
    if (kind) apart.push([kind, text]);
    else {
      const { left, right, top } = toBox(matrix, annotation.rect);
      const paragraphs = text.split(/[\r\n]+/).filter((paragraph) => paragraph.trim() !== '');
      for (const [at, answer] of paragraphs.entries()) {
        const [bottom, words] = [top - lineHeight - at * 0.01, countWords(answer)]; // from the top of its field
        answers.push({ pieces: [], left, right, bottom, height: lineHeight, words, answer: answer.trim() });
      }
    }
  }
  return { answers, apart };
}
