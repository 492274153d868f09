import type { PlacedCell, SectionComparison } from '../core/comparison/compareSections';
import type { CandidatePassages, KnownDocument, NamedVerification, TextRange } from '../core/domain';
import type { SentenceValues } from '../core/sentence';
import { countWords } from '../core/text/countWords';
import { sentencesOf } from '../core/text/cut/sentences';
import type { ComparisonView, PassageView, SectionCellView, SectionMapView } from '../protocol/panel';
import { excerpt } from './excerpts';
import { type NumberedPassage, numberedPassages } from './passages';
import { passageView } from './passageView';
import { densitiesOf, heatOf } from './reviewPictures';
import { verificationView } from './verificationView';
import { formatThousands } from './words/formatThousands';
import { setApartWords, subjectWords } from './words/passageWords';
import type { Translate } from './words/translate';
import { scoreWords } from './words/words';

/** A text of a comparison. */
export interface ComparedText {
  readonly title: string;
  readonly text: string;
}

/** Parts shown side by side, most alike first. */
const shownParts = 8;
/** Characters of a part that stand in the panel, in whole sentences; the rest is in its document. */
const shownLength = 280;
/** Shades of the map but for the lightest. */
const shades = 4;
/** Characters by which a section is told from others. */
const toldLength = 40;

/** The parts most alike, best first. */
export function partsAlike({ chunks }: SectionComparison): readonly PlacedCell[] {
  return chunks.slice(0, shownParts);
}

/** The panel's picture of two documents compared. */
export function comparisonView(
  texts: { readonly first: ComparedText; readonly second: ComparedText },
  comparison: SectionComparison,
  verification: NamedVerification,
  translate: Translate,
): ComparisonView {
  const { first, second } = texts;
  const questioned = { title: first.title, words: countWords(first.text) };
  const beginning = ({ title, text }: ComparedText, range: TextRange) =>
    excerpt(title, text, { start: range.start, end: firstSentencesEnd(text, range) });
  return {
    heading: translate('{first} compared with {second}', { first: first.title, second: second.title }),
    score: translate('Score of the whole texts {score}: it orders comparisons only.', {
      score: scoreWords(comparison.score),
    }),
    verification: verificationView(verification, questioned, translate),
    densities: densitiesOf({ verification }, translate),
    heat: undefined,
    sections: sectionMap(texts, comparison, translate),
    ...{ passagesPending: undefined, ofSubject: '', against: [], selected: undefined },
    setApart: { heading: '', passages: [] },
    passages: partsAlike(comparison).map(({ score, firstRange, secondRange }, i) => ({
      number: i + 1,
      place: firstRange.start,
      why: translate('Score {score} · orders passages only', { score: scoreWords(score) }),
      questioned: beginning(first, firstRange),
      known: beginning(second, secondRange),
    })),
  };
}

/** Who is asked about, in which order, and the passages with the texts that they lead to. */
export interface NamedQuestion {
  readonly author: string;
  readonly passages: CandidatePassages;
  readonly known: ReadonlyMap<string, KnownDocument>;
  /** Authors of a search of the same text that was made before; undefined: none was. */
  readonly searched?: number;
}

/** The panel's picture of a document compared with all known texts of an author whom the reviewer names. */
export function authorComparisonView(
  questioned: ComparedText & { readonly words: number },
  { author, passages, known, searched }: NamedQuestion,
  verification: NamedVerification,
  translate: Translate,
): ComparisonView {
  const { title, text } = questioned;
  const numbered = numberedPassages({ author, passages });
  const view = (passage: NumberedPassage): PassageView => {
    const document = known.get(passage.passage.document);
    const answer = { title: document?.title ?? translate('a known document'), text: document?.text };
    return passageView(passage, { title, text }, answer, translate);
  };
  return {
    heading: translate('{title} compared with the known texts of {author}', { title, author }),
    score:
      searched === undefined
        ? translate('Taken as a named author: this holds only if a search did not bring the author up.')
        : translate(
            'Asked after a search of {authors} authors: if it brought the author up, read this with the number of authors that a search brings up by chance.',
            { authors: formatThousands(searched) },
          ),
    verification: verificationView(verification, questioned, translate),
    densities: densitiesOf({ verification }, translate),
    heat: heatOf({ passages }, text.length, translate),
    sections: undefined,
    ...{ passagesPending: undefined, ofSubject: subjectWords(passages, translate), selected: undefined },
    passages: numbered.alike.map(view),
    against: numbered.against.map(view),
    setApart: {
      heading: setApartWords(passages, translate),
      passages: [...numbered.shared, ...numbered.subject].map(view),
    },
  };
}

/** Where the last sentence of a part ends that fits; the first one always stands whole. */
function firstSentencesEnd(text: string, { start, end }: TextRange): number {
  let last = start;
  for (const sentence of sentencesOf(text.slice(start, end))) {
    if (last > start && sentence.end > shownLength) break;
    last = start + sentence.end;
  }
  return last > start ? last : end;
}

/** The sections of both texts, cell by cell; their numbers go on after those of the parts. */
function sectionMap(
  { first, second }: { readonly first: ComparedText; readonly second: ComparedText },
  comparison: SectionComparison,
  translate: Translate,
): SectionMapView {
  const { sections } = comparison;
  const scores = sections.map(({ score }) => score);
  const [least, most] = [Math.min(...scores), Math.max(...scores)];
  const parts = partsAlike(comparison).length;
  const told = (cell: PlacedCell): SentenceValues => ({
    first: cell.first + 1,
    second: cell.second + 1,
    here: beginningOf(first.text, cell.firstRange),
    there: beginningOf(second.text, cell.secondRange),
    score: scoreWords(cell.score),
  });
  const rows: SectionCellView[][] = [];
  for (const [i, cell] of sections.entries()) {
    const level = most > least ? Math.round((shades * (cell.score - least)) / (most - least)) : shades;
    const says = translate('Section {first}, “{here}”, with section {second}, “{there}”: {score}', told(cell));
    (rows[cell.first] ??= []).push({ number: parts + i + 1, score: scoreWords(cell.score), level, says });
  }
  const best = sections.find(({ score }) => score === most);
  const about = { a: first.title, b: second.title };
  const says = translate('Sections of {a} down, of {b} across; the stronger the colour, the more alike.', about);
  const bestSays = best && translate('Most alike are section {first} and section {second} ({score}).', told(best));
  return { says: bestSays ? `${says} ${bestSays}` : says, rows };
}

function beginningOf(text: string, { start, end }: TextRange): string {
  const line = text.slice(start, end).replace(/\s+/g, ' ');
  return line.length <= toldLength ? line : `${line.slice(0, toldLength).replace(/\s\S*$/, '')}…`;
}
