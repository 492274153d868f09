import type { CaseLockState, OtherPart, SearchedServer } from './basis';
import type { Reading, HandRange } from '../../reading/text/readableFormats';
import type {
  ExcludedAuthors,
  FirstOfSearch,
  LanguageCaveat,
  OrderFindings,
  QuestionFindings,
  SearchChance,
  VerbalLabel,
} from './search';
import type { Note } from './basis';
import type { CarryingStretch, KnownShare, Lengths, Per, Rate, RatioParts, WithoutRareWords } from './ratio';
export type { CarryingStretch, KnownShare, Lengths, Per, Rate } from './ratio';
export { oddities } from './basis';
export type { Note, Oddity } from './basis';
export type {
  ExcludedAuthors,
  FirstOfSearch,
  OrderFindings,
  Question,
  QuestionFindings,
  SearchChance,
  SearchSizes,
  TellingWords,
  VerbalLabel,
} from './search';

/** A place in the original text, in UTF-16 code units: start ≤ i < end. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** How a text was produced. */
export const modes = ['written', 'spoken', 'unknown'] as const;
export type Mode = (typeof modes)[number];

/** How a text was produced, according to the user or a case file. Genre is an open label such as "email"; language is a BCP 47 tag. */
export interface Provenance {
  readonly mode: Mode;
  readonly genre: string;
  readonly language: string;
}

/** The facts of each side that determine a condition. */
export type TextKind = Pick<Provenance, 'mode' | 'genre'>;

/** A text and how it was produced. */
export interface SourceText extends Provenance {
  readonly id: string;
  readonly text: string;
  /** The result of `checkRanges`. Absent if the user changed nothing by hand. */
  readonly byHand?: readonly HandRange[] | undefined;
  /** The work that the text is a part of, according to the case file; several if the text was joined. Absent if nothing is recorded. */
  readonly works?: readonly string[] | undefined;
  /** What rules left out of it although the author may have written it. `keepOwn` sets it. */
  readonly doubt?: Doubt | undefined;
}

/** More than a third of the words of a text, and the beginning of the first line that is left out. */
export interface Doubt {
  readonly share: number;
  readonly line: string;
}

/** A document by an unknown author, at one version in the editor. */
export interface QuestionedDocument extends SourceText {
  readonly version: number;
  /** Hex digest: of the bytes of its file if `hashed` says so, otherwise of the UTF-8 text. */
  readonly sha256: string;
  readonly hashed?: 'file' | undefined;
  /** Absent if the file is the text. */
  readonly reading?: Reading | undefined;
}

export type Role = 'known' | 'population';

/** A document by a known author. */
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

/** The origin of a score. Scores of two tiers are never compared, nor shown together without the label. */
export type Tier = 'sign' | 'fp32' | 'combined' | 'collection';

/**
 * What carries a passage: the same words; function words, some with a meaning (`common`) or none (`frame`); or the same punctuation.
 * Choices of spelling are markers.
 */
export type PassageKind = 'words' | 'common' | 'frame' | 'punctuation';

/** A place of the questioned text and the similar place in the known one. */
export interface PassageMark {
  readonly kind: PassageKind;
  readonly questioned: TextRange;
  readonly known: TextRange;
}

/** How many of the population's authors use a phrase. */
export type PhraseUse = Readonly<Record<'of' | 'having', number>>;

/** Which other authors of the index have the marked words of a passage, according to a search of all their available known texts. */
export interface OthersHaving {
  readonly of: number;
  readonly sharers: readonly string[];
  /** The number of words that the marks extend over. An author who shares them has them within as many words. */
  readonly within: number;
}

/**
 * Why a passage is set apart: other authors have it, or the population does; it is a template; it has words of the subject; it has too few
 * words; the text as a whole does not point to its author; or there is no other author to compare it with.
 */
export type ApartReason = 'others' | 'population' | 'template' | 'subject' | 'slight' | 'whole' | 'alone';

/** A stretch of the questioned text, 8 to 25 words unless the text is shorter, and the matching place in a known document. */
export interface Passage {
  readonly questioned: TextRange;
  /** The author of the document. */
  readonly author: string;
  /** Id of the known document. */
  readonly document: string;
  readonly known: TextRange;
  /** Orders the passages of one author in one review; says nothing of evidence. */
  readonly gain: number;
  /** What carries it, the most important kind first. */
  readonly kinds: readonly PassageKind[];
  readonly marks: readonly PassageMark[];
  readonly others: OthersHaving;
  /** Absent if the passage is shown. */
  readonly apart?: ApartReason;
  /**
   * Authors of the population who use the rarest three consecutive words that both places share. Fewer than one in fifty count as none.
   * `of` is 0 if there are no three such words, or if the population was not counted.
   */
  readonly population: PhraseUse;
}

/** A candidate's passages, each list best first. Surfaces show the first eight of `alike` and of `against`. */
export interface CandidatePassages {
  /** Passages that this author's texts and at most one other author's have. */
  readonly alike: readonly Passage[];
  /** Passages of other candidates that this author's texts do not have. */
  readonly against: readonly Passage[];
  /** Passages that are set apart, each with a reason. */
  readonly apart: readonly Passage[];
  /** Matching places in texts that are not available, with place and score. Absent if all texts are available. */
  readonly unread?: readonly UnreadPlace[];
}

/** The groups of markers. The literature describes each group; `familySources` lists the works. */
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

/** The rate of a marker in one text. */
export interface TextRate extends Rate {
  readonly document: string;
}

/** A marker with its rates in the questioned text, the candidate's texts and other authors' texts. */
export interface Marker {
  readonly name: string;
  readonly family: MarkerFamily;
  readonly per: Per;
  readonly questioned: Rate;
  readonly candidate: Rate;
  /** The candidate's texts with occasions. */
  readonly texts: readonly TextRate[];
  /** The rates of other authors of the case with occasions, ascending. */
  readonly others: readonly number[];
  /** The counts of the only other author. Absent if there are several. */
  readonly other?: Rate;
  /** Whether both use it more than others do. False if they use it less. */
  readonly isMore: boolean;
  /** The other authors with nearly as high a rate as questioned text and candidate, or as low if both use it less. */
  readonly sharers: readonly string[];
  /** The share of such authors in the case and the population together. */
  readonly shared: number;
  /** Mean rate of the population's authors. Undefined if it was not counted there. */
  readonly population: number | undefined;
  /** Orders markers; natural log, above 0 for the candidate. */
  readonly weight: number;
  /**
   * Whether it is distinctive enough to come first: a marker of layout or a choice of words that the candidate uses throughout, and no
   * other author of the case does.
   */
  readonly leads: boolean;
  /** The places of the marker in the questioned text. */
  readonly places: readonly TextRange[];
}

/** The markers for and against a candidate, given a questioned text. */
export interface AuthorMarkers {
  /** Markers of the catalogue and of the user with occasions in both texts. `asNear` is a sum over these. */
  readonly looked: number;
  /** Leading ones first (`leads`), then the others, each group best first. */
  readonly for: readonly Marker[];
  readonly against: readonly Marker[];
  /** Other authors of the case with counted texts. */
  readonly others: number;
  /** The numbers of authors, and of texts by each, if only a sample was counted. Absent if all texts of all authors were. */
  readonly sample?: { readonly authors: number; readonly texts: number };
  /** How many of them are as similar to the questioned text as the candidate is, over all markers. */
  readonly asNear: number;
  /** Whether `asNear` is so small that another author would have such a value in at most one review of five. False without other authors. */
  readonly isNear: boolean;
  /** The authors that markers are compared with in addition to those of the case. An undefined genre means all genres of the mode. */
  readonly population: {
    readonly mode: 'written' | 'spoken';
    readonly genre: string | undefined;
    readonly authors: number;
  };
  /** Families without information in the questioned text, because it is written in capitals. */
  readonly silent: readonly MarkerFamily[];
}

/** How the two texts of a comparison were produced, whichever comes first. */
export const modePairs = ['written-written', 'spoken-spoken', 'written-spoken', 'unknown'] as const;
export type ModePair = (typeof modePairs)[number];

/** Whether the two texts of a comparison are of one genre. */
export const genreRelations = ['same', 'cross', 'unknown'] as const;
export type GenreRelation = (typeof genreRelations)[number];

/** The condition of a ratio: the kinds of both sides, and the length classes that they reach. A length is 0 below the shortest class. */
export interface Condition {
  readonly modes: ModePair;
  readonly genreRelation: GenreRelation;
  /** The words of the questioned text. */
  readonly words: number;
  /** The words of the known texts that are closest in mode and genre, which decide the condition. */
  readonly knownWords: number;
}

/** Who "another author" may be. It is always named beside a likelihood ratio. */
export interface Population {
  readonly id: string;
  readonly authors: number;
  readonly genres: readonly string[];
  /** The first years of the earliest and of the latest decade. */
  readonly years: readonly [number, number] | undefined;
}

/**
 * The verifiers. Each has weights of scores that were fitted on its own pairs. `ensemble` does not combine the others: it is for one
 * written and one spoken text, or an unknown mode.
 */
export const verifierKinds = ['written', 'spoken', 'general', 'ensemble'] as const;
export type VerifierKind = (typeof verifierKinds)[number];

/** A comparison of one questioned text with all known texts of one author, by weighted scores. */
export interface Verification {
  /**
   * log10 of p(scores | same author) ÷ p(scores | another author of the population), within `bounds`. Undefined after an abstention, which
   * has a `reason`. It is never added to another llr.
   */
  readonly llr: number | undefined;
  /** 95 % interval of `llr`, from resampled authors of the fit and stretches of the questioned text. */
  readonly interval: readonly [number, number] | undefined;
  /** The smallest and the largest llr that the calibration's authors can support. */
  readonly bounds: readonly [number, number] | undefined;
  /** Only for `evaluate` and PAN files. Panel, hover, tree and report never show it. */
  readonly answer: boolean | undefined;
  readonly verifier: VerifierKind;
  readonly calibrationId: string | undefined;
  readonly condition: Condition;
  /**
   * The condition that the calibration was fitted on. It is wider than `condition` if that has too few authors. Undefined after an
   * abstention.
   */
  readonly calibratedOn: Condition | undefined;
  /**
   * The words of the questioned text. `knownWords` below are those of the known texts that are closest in mode and genre and decide the
   * condition.
   */
  readonly words: number;
  readonly knownWords: number;
  /** The known texts that take part, the one with the largest share first. */
  readonly known: readonly KnownShare[];
  /**
   * The fewest words with which this condition supports a ratio. If the questioned text is too short for any known texts, `questioned` is
   * the number of words that would be enough. Undefined if no lengths were found.
   */
  readonly floor: Lengths | undefined;
  /** If genres differ and no length would be enough: the value of `floor` with known texts of the questioned text's genre. */
  readonly floorOfOneGenre?: Lengths;
  readonly population: Population;
  readonly scale: VerbalLabel | undefined;
  /** The stretch of the questioned text without which `llr` would have another word of the scale. Absent if there is none. */
  readonly carriedBy?: CarryingStretch;
  /** What moved `llr`. Absent if this was not requested. */
  readonly parts?: RatioParts;
  /** The ratio without the rare words of the questioned text, as a check of `llr`. Absent where it was not calibrated. */
  readonly withoutRareWords?: WithoutRareWords;
  /** Cross-fitted share of wrong answers in this condition. */
  readonly errorRate: number | undefined;
  /** Error rate, bounds and chance hits come from the index's own authors. Absent if they come from the bundled calibration. */
  readonly validatedOn?: 'index';
  /** The number of comparisons among other authors' documents of the index that recalibrated the ratio. Absent if there were none. */
  readonly recalibratedBy?: number;
  /** The calibrated score before bounds, among the calibration's own trials, for a picture only. Undefined after an abstention. */
  readonly densities?: Densities & { readonly score: number };
  /** The score behind an abstention for want of validation. Only a question among authors uses it. */
  readonly score?: number;
  /** log10 of the ratio before bounds without each eighth of the questioned text. */
  readonly withoutStretches?: readonly number[];
  readonly caveats: readonly Caveat[];
  readonly notes: readonly Note[];
  /** Why there is no statement. */
  readonly reason?: Caveat;
  /** Undefined for an author that the user named. */
  readonly chance: SearchChance | undefined;
  /** Present for the first candidate of a search, if it has a ratio as such. */
  readonly first?: FirstOfSearch;
}

/** `score` orders candidates of one tier (fp32: meanMaxSim, in [-1, 1]) and says nothing about strength of evidence. */
export interface Candidate {
  readonly author: string;
  readonly score: number;
  readonly tier: Tier;
  /**
   * The score of this author without comparison of the authors of the case. `score` includes that comparison. Absent if the order has no
   * more parts.
   */
  readonly order?: number;
  /**
   * How much more similar the text is to this author than to the others: near 1 for a text by the author, near −1 for others.
   * Undefined if there are fewer than two texts or two pieces.
   */
  readonly discriminant?: number | undefined;
  /** How close in kind the author's closest known texts are to the questioned text. Absent if all authors are equally close. */
  readonly relation?: Relation;
  /** Undefined if they were not looked for yet. */
  readonly passages?: CandidatePassages;
  /** Found with the passages. */
  readonly markers?: AuthorMarkers;
  readonly verification?: Verification;
  /** Where this author's texts are. Absent if they are only in the index file. */
  readonly from?: 'server' | 'both';
}

/** The similarity in kind of two texts: of one mode and genre, of one mode and an unknown genre, of two genres, or of two modes. */
export type Relation = 'same' | 'unknown' | 'otherGenre' | 'otherMode';

export type Caveat =
  | 'shortDocument'
  | 'crossGenre'
  | 'crossMode'
  | 'fewKnown'
  | 'outsideCalibration'
  | 'otherLanguage'
  | LanguageCaveat
  | 'unlikeValidated'
  | 'severalSpeakers'
  | 'selectedBySearch'
  | 'chosenAfterSearch'
  | 'populationMismatch'
  | 'productionNotSaid'
  | 'otherThanPinned'
  | 'indexChanged'
  | 'exploratory'
  | 'notValidated'
  | 'notValidatedHere'
  | 'validatedAgain'
  | 'lockBroken'
  | 'otherKnownTexts'
  | 'onlyCopies'
  | 'fragmented'
  | 'restsOnRareWords'
  | 'followsSubject'
  | 'followsKind'
  | 'textsOnServer'
  | 'someTextsOnServer'
  | 'sharedKnown';

/**
 * Every file that findings rest on: its kind in the manifest (for the encoder also tokenizer, mean and codes) → its SHA-256 in hex.
 * `indexPopulation`: the content hash of an index with a population of its own that replaced the bundled one.
 */
export type ModelFiles = Readonly<Record<string, string>>;

/** What findings rest on. */
export interface Basis {
  /** The index's content hash. Undefined if no index was used. */
  readonly index: string | undefined;
  readonly models: ModelFiles;
  /** What differs from the pins of the case file. If anything does, the caveats have `otherThanPinned`. */
  readonly otherParts: readonly OtherPart[];
  /**
   * The lock of the case at that time: its hash, and what has changed since it was locked. If something has changed, the caveats contain
   * `lockBroken`.
   */
  readonly lock?: CaseLockState | undefined;
}

/** A verification outside a review. */
export interface NamedVerification extends Verification, Basis {}

/** A part of a text between places where the author seems to change. */
export interface AuthorPart extends TextRange {
  readonly words: number;
}

/** Two parts of a text that are closest to different authors of the case, and further apart than parts of texts by one author are. */
export interface AuthorSplit {
  readonly authors: readonly [string, string];
  readonly parts: readonly [AuthorPart, AuthorPart];
  /** The distance between the parts, for ordering only. */
  readonly apart: number;
}

/** Everything that one review found, and enough to repeat it. */
export interface Evidence extends Basis {
  readonly document: Pick<QuestionedDocument, 'id' | 'version' | 'sha256' | 'hashed' | 'reading'>;
  /** Content hash of the index file. */
  readonly index: string;
  /** Absent if no server was searched. */
  readonly server?: SearchedServer;
  readonly settings: Readonly<Record<string, number | string>>;
  readonly spans: readonly Span[];
  /** Present if two parts of the text are closest to different authors of the case. */
  readonly split?: AuthorSplit;
  readonly candidates: readonly Candidate[];
  /** What the order of candidates rests on. Absent until they are verified. */
  readonly order?: OrderFindings;
  /** The answer to the question of the case, if it is among authors. Absent until they are verified. */
  readonly question?: QuestionFindings;
  /** The candidates whom the findings speak against. Absent if nothing is stated of them. */
  readonly excluded?: ExcludedAuthors;
  readonly caveats: readonly Caveat[];
  readonly notes: readonly Note[];
}

/**
 * The distribution of the calibrated scores of a condition's own trials, before bounds: the shares of same-author and different-author
 * trials in each interval. The outer intervals are unbounded. Each list of shares sums to 1.
 */
export interface Densities extends Readonly<Record<'same' | 'different', readonly number[]>> {
  /** log10. The intervals in between have equal width. */
  readonly from: number;
  readonly to: number;
}

/** A place of a known text on a server, which stores no texts, and the matching stretch of the questioned text. */
export interface UnreadPlace {
  readonly questioned: TextRange;
  readonly title: string;
  readonly known: TextRange;
  /** Cosine of the two patches. */
  readonly score: number;
}
