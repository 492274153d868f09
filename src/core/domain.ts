import type { CaseLockState, OtherPart } from './casework/lockState';
import type { Reading } from './readableFormats';
import type { SearchedServer } from './server';
import type { FirstOfSearch, LanguageCaveat, OrderFindings, SearchChance, VerbalLabel } from './searchFindings';
import type { Note } from './notes';
import type { HandRange } from './text/excludedRanges';
import type { CarryingStretch, KnownShare, Lengths, Per, Rate, RatioParts, SecondOpinion } from './ratioFindings';
export type { CarryingStretch, KnownShare, Lengths, Per, Rate, SecondOpinion } from './ratioFindings';
export { oddities } from './notes';
export type { Note, Oddity } from './notes';
export type {
  FirstOfSearch,
  OrderFindings,
  SearchChance,
  SearchSizes,
  TellingWords,
  VerbalLabel,
} from './searchFindings';

/** A place in the original text, in UTF-16 code units: start ≤ i < end. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** How a text was produced. */
export const modes = ['written', 'spoken', 'unknown'] as const;
export type Mode = (typeof modes)[number];

/** How a text was produced, as the reviewer or a case file says. Genre is an open label such as "email"; language is a BCP 47 tag. */
export interface Provenance {
  readonly mode: Mode;
  readonly genre: string;
  readonly language: string;
}

/** What a condition is told from, of either side. */
export type TextKind = Pick<Provenance, 'mode' | 'genre'>;

/** A text and how it was produced. */
export interface SourceText extends Provenance {
  readonly id: string;
  readonly text: string;
  /** As `checkRanges` gives them; absent: the user changed nothing by hand. */
  readonly byHand?: readonly HandRange[] | undefined;
  /** The work that it is a part of, as the case file says, of several texts as one each of theirs; absent: nothing is said. */
  readonly works?: readonly string[] | undefined;
}

/** A document whose author is in question, at one editor version. */
export interface QuestionedDocument extends SourceText {
  readonly version: number;
  /** Hex digest: of the bytes of its file where `hashed` says so, else of the UTF-8 text. */
  readonly sha256: string;
  readonly hashed?: 'file' | undefined;
  /** Absent: the file is the text. */
  readonly reading?: Reading | undefined;
  /** The texts that it is made of, all of which one writer is taken to have written; absent: it is one text. */
  readonly together?: readonly { readonly title: string; readonly sha256: string }[] | undefined;
}

export type Role = 'known' | 'population';

/** A document of settled authorship. */
export interface KnownDocument extends SourceText {
  readonly author: string;
  readonly role: Role;
  readonly title: string;
  /** The file it was read from, as a path relative to the index; absent for a text without a file. */
  readonly source?: string;
}

/** Whole sentences that fit one model input (at most `maxTokens` with the two special tokens). */
export interface TextWindow {
  readonly range: TextRange;
  /** Content tokens, without the two special ones. */
  readonly tokens: number;
}

/** Up to four consecutive windows, at most 512 tokens with specials: the unit of codes, shortlist and scores. */
export interface Span {
  readonly range: TextRange;
  readonly tokens: number;
  readonly windows: readonly TextWindow[];
}

/** Vectors of `dim` numbers, one after the other: values.length = vectors × dim. */
export interface VectorBlock {
  readonly dim: number;
  readonly values: Float32Array;
}

/**
 * One vector of unit length per patch (a run of n tokens). `ranges` holds start and end per patch, in the original text's
 * UTF-16 code units.
 */
export interface PatchVectors extends VectorBlock {
  readonly ranges: Uint32Array;
}

/** Where a score comes from. Scores of two tiers are never compared, nor shown side by side without the label. */
export type Tier = 'sign' | 'fp32' | 'combined' | 'collection';

/**
 * What carries a passage: the same words; words of grammar, some with a meaning of their own (`common`) or none (`frame`); or the same
 * punctuation. Habits of spelling are markers.
 */
export type PassageKind = 'words' | 'common' | 'frame' | 'punctuation';

/** A place of the questioned text and the place of the known one that is alike in it. */
export interface PassageMark {
  readonly kind: PassageKind;
  readonly questioned: TextRange;
  readonly known: TextRange;
}

/** How many of the authors of the population use a phrase. */
export type PhraseUse = Readonly<Record<'of' | 'having', number>>;

/** Which other authors of the index have the marked words of a passage, by a search of all their known texts that are at hand. */
export interface OthersHaving {
  readonly of: number;
  readonly sharers: readonly string[];
  /** Words that the marked ones reach over: those of a sharer stand as close together. */
  readonly within: number;
}

/**
 * Why a passage is set apart: other authors have it, or the population; a template; words of the subject; it holds too little; or the text as a
 * whole does not point to its author.
 */
export type ApartReason = 'others' | 'population' | 'template' | 'subject' | 'slight' | 'whole';

/** A stretch of the questioned text, 8 to 25 words where the text has them, beside the place in a known document that answers it. */
export interface Passage {
  readonly questioned: TextRange;
  /** The author of the document. */
  readonly author: string;
  /** Id of the known document. */
  readonly document: string;
  readonly known: TextRange;
  /** Orders the passages of one author in one review; says nothing of evidence. */
  readonly gain: number;
  /** What carries it, the weightiest first. */
  readonly kinds: readonly PassageKind[];
  readonly marks: readonly PassageMark[];
  readonly others: OthersHaving;
  /** Absent: it is shown. */
  readonly apart?: ApartReason;
  /**
   * Authors of the population who use the rarest three words that both places have together; fewer than one in fifty count as none. Of 0: no
   * three words stand together, or the population was not counted.
   */
  readonly population: PhraseUse;
}

/** A candidate's passages, each list best first. Surfaces show the first eight of `alike` and of `against`. */
export interface CandidatePassages {
  /** What this author's texts have and at most one other author's. */
  readonly alike: readonly Passage[];
  /** Passages of other candidates that this author's texts do not have. */
  readonly against: readonly Passage[];
  /** What is set apart, each for a reason. */
  readonly apart: readonly Passage[];
  /** What texts that are not at hand answer, by place and score; absent: all texts that were asked are at hand. */
  readonly unread?: readonly UnreadPlace[];
}

/** What habits are grouped by, each with what the literature says of it: `familySources` has the works. */
export type MarkerFamily =
  | 'capitals'
  | 'apostrophes'
  | 'contractions'
  | 'typing'
  | 'marks'
  | 'spelling'
  | 'misspellings'
  | 'short forms'
  | 'greetings'
  | 'connectors'
  | 'stance'
  | 'choices'
  | 'grammar'
  | 'function words'
  | 'shape'
  | 'phrases'
  | 'own';

/** How one text keeps a habit. */
export interface TextRate extends Rate {
  readonly document: string;
}

/** A habit, as questioned text, candidate and others keep it. */
export interface Marker {
  readonly name: string;
  readonly family: MarkerFamily;
  readonly per: Per;
  readonly questioned: Rate;
  readonly candidate: Rate;
  /** The candidate's texts that have occasions. */
  readonly texts: readonly TextRate[];
  /** The rates of other authors of the case who have occasions, ascending. */
  readonly others: readonly number[];
  /** Whether the two keep it more than others do; false: less. */
  readonly isMore: boolean;
  /** Those who keep it at the rate of questioned text and candidate, or beyond. */
  readonly sharers: readonly string[];
  /** Share of authors, of the case and of the population together, who do. */
  readonly shared: number;
  /** Mean rate of the population's authors; undefined: not counted there. */
  readonly population: number | undefined;
  /** Orders markers; natural log, above 0 for the candidate. */
  readonly weight: number;
  /** Whether it is distinctive enough to come first: a habit of layout or a choice of words that the candidate keeps throughout, and no other author of the case. */
  readonly leads: boolean;
  /** In the questioned text: where the habit is kept. */
  readonly places: readonly TextRange[];
}

/** The habits that speak for a candidate, and against, given a questioned text. */
export interface AuthorMarkers {
  /** Habits of the catalogue and the user's that both texts have occasions of: what `asNear` is summed over. */
  readonly looked: number;
  /** Leading ones first (`leads`), then the others, each group best first. */
  readonly for: readonly Marker[];
  readonly against: readonly Marker[];
  /** Other authors of the case whose texts were counted. */
  readonly others: number;
  /** They are so many of its authors, with so many texts of each at most; absent: all of them, with all of their texts. */
  readonly sample?: { readonly authors: number; readonly texts: number };
  /** How many of them are as near to the questioned text as the candidate, over all habits. */
  readonly asNear: number;
  /** Whether `asNear` is so small that another author would have as few in at most one review of five. */
  readonly isNear: boolean;
  /** The authors whose habits are compared in addition to those of the case; genre undefined: all genres of the mode. */
  readonly population: {
    readonly mode: 'written' | 'spoken';
    readonly genre: string | undefined;
    readonly authors: number;
  };
  /** Families that the questioned text says nothing of, since it is written in capitals. */
  readonly silent: readonly MarkerFamily[];
}

/** How the two texts of a comparison were produced, whichever comes first. */
export const modePairs = ['written-written', 'spoken-spoken', 'written-spoken', 'unknown'] as const;
export type ModePair = (typeof modePairs)[number];

/** Whether the two texts of a comparison are of one genre. */
export const genreRelations = ['same', 'cross', 'unknown'] as const;
export type GenreRelation = (typeof genreRelations)[number];

/** What a ratio is judged in: the kinds of both sides, and the judged lengths that they reach; 0 below the shortest. */
export interface Condition {
  readonly modes: ModePair;
  readonly genreRelation: GenreRelation;
  /** The words of the questioned text. */
  readonly words: number;
  /** The words of the known texts that are nearest in mode and genre, which decide the condition. */
  readonly knownWords: number;
}

/** Who "another author" may be, always named beside a likelihood ratio. */
export interface Population {
  readonly id: string;
  readonly authors: number;
  readonly genres: readonly string[];
  /** First years of the earliest and of the latest decade. */
  readonly years: readonly [number, number] | undefined;
}

/**
 * The verifiers: which pairs the weights of the scores were fitted on. `ensemble` joins no others: it is for one written and one spoken
 * text, or an unknown mode.
 */
export const verifierKinds = ['written', 'spoken', 'general', 'ensemble'] as const;
export type VerifierKind = (typeof verifierKinds)[number];

/** One questioned text against all known texts of one author, compared kind by kind and weighed. */
export interface Verification {
  /**
   * log10 of p(scores | same author) ÷ p(scores | another author of the population), within `bounds`.
   * Undefined: abstained, for `reason`. Never added to another.
   */
  readonly llr: number | undefined;
  /** 95 % interval of `llr`, from resampled authors of the fit and stretches of the questioned text. */
  readonly interval: readonly [number, number] | undefined;
  /** The least and the largest llr that the calibration's authors can support. */
  readonly bounds: readonly [number, number] | undefined;
  /** For `evaluate` and PAN files only; panel, hover, tree and report never show it. */
  readonly answer: boolean | undefined;
  readonly verifier: VerifierKind;
  readonly calibrationId: string | undefined;
  readonly condition: Condition;
  /** What the calibration was fitted on: wider than the condition where that has too few authors. Undefined: abstained. */
  readonly calibratedOn: Condition | undefined;
  /** The words of the questioned text, and below of the known texts that are nearest in mode and genre and decide the condition. */
  readonly words: number;
  readonly knownWords: number;
  /** The known texts that take part, the one that counts most first. */
  readonly known: readonly KnownShare[];
  /**
   * The fewest words with which this condition carries a ratio: where the questioned text has too few for any known texts, `questioned` says
   * how many would do. Undefined: no lengths were found that do.
   */
  readonly floor: Lengths | undefined;
  /** Where genres differ and no length would do: what `floor` would be with known texts of the questioned text's genre. */
  readonly floorOfOneGenre?: Lengths;
  readonly population: Population;
  readonly scale: VerbalLabel | undefined;
  /** The stretch of the questioned text without which `llr` would have another word of the scale; absent: there is none. */
  readonly carriedBy?: CarryingStretch;
  /** What moved `llr`; absent: nobody asked. */
  readonly parts?: RatioParts;
  /** What another method says of the same texts, which is never joined with `llr`; absent: it says nothing of them. */
  readonly second?: SecondOpinion;
  /** Cross-fitted share of wrong answers in this condition. */
  readonly errorRate: number | undefined;
  /** Error rate, bounds and chance hits are those of the index's own authors; absent: those that ship. */
  readonly validatedOn?: 'index';
  /** Comparisons among other authors' documents of the index by which the ratio was recalibrated; absent: none. */
  readonly recalibratedBy?: number;
  /** Its calibrated score before bounds among the calibration's own trials, for a picture and no figure; undefined: abstained. */
  readonly densities?: Densities & { readonly score: number };
  readonly caveats: readonly Caveat[];
  readonly notes: readonly Note[];
  /** Why there is no statement. */
  readonly reason?: Caveat;
  /** Undefined for an author whom the user named. */
  readonly chance: SearchChance | undefined;
  /** Present for the first candidate of a search that is rated as such. */
  readonly first?: FirstOfSearch;
}

/** `score` orders candidates of one tier (fp32: meanMaxSim, in [-1, 1]) and says nothing about strength of evidence. */
export interface Candidate {
  readonly author: string;
  readonly score: number;
  readonly tier: Tier;
  /** The score of this author without regard to the others of the case; `score` has all that orders. Absent: no more orders than this. */
  readonly order?: number;
  /** How much the text is like this author and unlike the others: near 1 for a text by the author, near −1 for others. Undefined: two texts and two pieces are not there. */
  readonly discriminant?: number | undefined;
  /** Undefined: not looked for yet. */
  readonly passages?: CandidatePassages;
  /** Found with the passages. */
  readonly markers?: AuthorMarkers;
  readonly verification?: Verification;
  /** Where this author's texts are; absent: in the index file alone. */
  readonly from?: 'server' | 'both';
}

export type Caveat =
  | 'shortDocument'
  | 'crossGenre'
  | 'crossMode'
  | 'fewKnown'
  | 'outsideCalibration'
  | 'otherLanguage'
  | LanguageCaveat
  | 'unlikeValidated'
  | 'selectedBySearch'
  | 'chosenAfterSearch'
  | 'populationMismatch'
  | 'productionNotSaid'
  | 'otherThanPinned'
  | 'indexChanged'
  | 'exploratory'
  | 'notValidated'
  | 'lockBroken'
  | 'otherKnownTexts'
  | 'onlyCopies'
  | 'fragmented'
  | 'followsSubject'
  | 'textsOnServer'
  | 'someTextsOnServer';

/**
 * Every file that findings rest on: its kind in the manifest (of the encoder also tokenizer, mean and codes) → its SHA-256,
 * in hex. `indexPopulation`: the content hash of an index whose own population stood in for the bundled one.
 */
export type ModelFiles = Readonly<Record<string, string>>;

/** What findings rest on. */
export interface Basis {
  /** The index's content hash; undefined where no index was asked. */
  readonly index: string | undefined;
  readonly models: ModelFiles;
  /** What differs from what the case file pins; then the caveats have `otherThanPinned`. */
  readonly otherParts: readonly OtherPart[];
  /**
   * The lock of the case that this was found in: its hash, and what has changed since it was locked. If something has changed, the caveats
   * contain `lockBroken`.
   */
  readonly lock?: CaseLockState | undefined;
}

/** A verification that stands alone, outside of a review. */
export interface NamedVerification extends Verification, Basis {}

/** A part of a text between places where the hand seems to change. */
export interface AuthorPart extends TextRange {
  readonly words: number;
  /** How far the text on either side of its beginning is apart, for ordering alone. Undefined of the first part. */
  readonly apart?: number;
}

/** Two parts of a text of which each is most like another author of the case, further than parts of one author's texts are. */
export interface AuthorSplit {
  readonly authors: readonly [string, string];
  readonly parts: readonly [AuthorPart, AuthorPart];
  /** How far the parts lie apart, for ordering alone. */
  readonly apart: number;
}

/** The questioned text from stretch to stretch: one hand or several, and whose texts each is closest to. */
export interface AuthorChanges {
  /** In the order of the text; one: no change of hand is seen. Empty: the text is too short to look. */
  readonly parts: readonly AuthorPart[];
  /** Where no change of hand is seen: two parts that are most like two authors of the case. */
  readonly split?: AuthorSplit;
  /**
   * Whole sentences of about equal length, each with how far above other authors' texts those of each of the first candidates are, which orders
   * candidates within the stretch alone. Empty: the text is too short, or there is one candidate.
   */
  readonly stretches: readonly (TextRange & { readonly scores: readonly number[] })[];
  /** The same of the text as a whole, by candidate. */
  readonly whole: readonly number[];
}

/** Everything one review found, and enough to repeat it. */
export interface Evidence extends Basis {
  readonly document: Pick<QuestionedDocument, 'id' | 'version' | 'sha256' | 'hashed' | 'reading'>;
  /** Content hash of the index file. */
  readonly index: string;
  /** Absent: no server was asked. */
  readonly server?: SearchedServer;
  readonly settings: Readonly<Record<string, number | string>>;
  readonly spans: readonly Span[];
  /** Undefined: it was not looked for. */
  readonly hands?: AuthorChanges;
  readonly candidates: readonly Candidate[];
  /** What their order rests on; absent until they are verified. */
  readonly order?: OrderFindings;
  readonly caveats: readonly Caveat[];
  readonly notes: readonly Note[];
}

/**
 * How the calibrated scores of a condition's own trials are spread, before bounds: the shares of the same-author and the different-author
 * trials in each part. The outer parts have all that lies beyond. The shares of each sum to 1.
 */
export interface Densities extends Readonly<Record<'same' | 'different', readonly number[]>> {
  /** log10; parts of equal width lie between. */
  readonly from: number;
  readonly to: number;
}

/** A place of a known text on a server, which holds no texts, beside the stretch of the questioned one that it answers. */
export interface UnreadPlace {
  readonly questioned: TextRange;
  readonly title: string;
  readonly known: TextRange;
  /** Cosine of the two patches. */
  readonly score: number;
}
