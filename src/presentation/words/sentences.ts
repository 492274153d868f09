import type { LogEntry } from '../../core/casework/caseLog';
import type { LogDamage } from '../../core/casework/logCheck';
import type { Caveat, Mode, ModePair, Note, Tier, VerifierKind } from '../../core/domain';
import type { OtherKnownText } from '../../core/casework/lockState';
import type { CaseWarning } from '../../core/casework/caseWarnings';
import type { Stage } from '../../protocol/engine';

/** What a caveat means, as a sentence for a reader. */
export const caveatSentences: Readonly<Record<Caveat, string>> = {
  shortDocument: 'A text is short: under 250 words little can be told.',
  crossGenre: 'The two texts are of different genres, where less can be told.',
  crossMode: 'One text is written and the other spoken, where least can be told.',
  fewKnown: 'There is little known text of this author in one mode and genre.',
  outsideCalibration: 'For this combination of modes, genres and length, validation showed nothing better than chance.',
  otherLanguage:
    'A text does not seem to be in English, or more than a quarter of it is not; only English was validated.',
  unlikeValidated:
    'A text is unlike those that were validated, in a way with which ratios misled in trials: what is odd about it is named here.',
  chosenAfterSearch:
    'A search had ranked the authors of the index before this known text was chosen. A text that is chosen after a search reaches a high ratio by chance more often than a text that was named before it.',
  selectedBySearch: 'The candidate came out of a search: the more authors are searched, the more come close by chance.',
  otherThanPinned: 'The index or a model file is not the one that the case file pins.',
  indexChanged:
    'Documents were added to the index or removed from it while this review ran: parts of it rest on different ones. Review again.',
  exploratory:
    'Exploratory: this is not the document of a case whose settings were validated and locked before they were used.',
  notValidated:
    'The settings of this case are not validated and locked yet, so it states no likelihood ratio. Validating shows how often ratios mislead on texts of this index; the lock keeps anybody from choosing settings by the result.',
  lockBroken:
    'Settings of this case changed after they were locked: it states no likelihood ratio until they are validated again.',
  otherKnownTexts:
    'The known texts are not those that the settings of this case were validated and locked with. Validate and lock again to include them.',
  populationMismatch: 'The reference population has no authors of this mode and genre.',
  onlyCopies:
    'Each known text of this author is a copy of the questioned text or of a part of it, or holds parts of it: nothing is left to compare.',
  fragmented:
    'A quarter or more of the questioned text consists of short runs of words from the known texts of this author, beyond what the texts of this author have in common. It may imitate them, or be put together from them. No ratio is stated.',
  textsOnServer:
    'The known texts of this author are on the server, which holds no texts: a ratio needs them, for their language, copies and oddities are told from their words. Add them to the index file.',
  someTextsOnServer:
    'Other texts of this author are on the server, which holds no texts: this ratio rests on those in the index file alone.',
  productionNotSaid:
    'The mode or the genre of the questioned text is not said: once it is, what was validated for them can speak.',
};

/** What became of known texts after the lock, as a sentence that names them. */
export const otherTextSentences: Readonly<Record<OtherKnownText['change'], string>> = {
  added: 'Known texts that were added after the lock ({count}): {texts}. The validation was made without them.',
  changed:
    'Known texts that were changed after the lock ({count}): {texts}. The validation was made with what they were.',
  removed: 'Known texts that were removed after the lock ({count}): {texts}. The validation was made with them.',
};

/** What a note means, as a sentence that lists the texts it is about with their figures. */
export const noteSentences: Readonly<Record<Note['caveat'], string>> = {
  copyOfKnown:
    'Known texts left out as copies of the questioned text or of a part of it, edited or not (of 100 words of the shorter text, about so many are shared): {texts}.',
  copyInCohort:
    'Other authors left out of what scores are measured against, because a text of theirs is a copy of the questioned text or of a part of it, edited or not (of 100 words of the shorter text, about so many are shared): {texts}.',
  overlapsKnown:
    'Known texts that have long parts in common with the questioned text (of 100 words of the shorter text, about so many are shared): {texts}.',
  repeatsKnown:
    'Known texts that repeat others by the same author, and count once with them (of 100 runs of five words, so many are repeated): {texts}.',
  fragmentsOfKnown:
    'The questioned text shares more short runs of words with the known texts of an author than these share with each other. It may imitate them, or be put together from them. The known text that shares most, with the surplus in 100 words: {texts}.',
  partlyOtherLanguage:
    'Parts are not in English; only English was validated (of 100 letters, so many are not): {texts}.',
  mixedScripts: 'Words mix letters of several scripts or forms, or hold odd marks (number in 100 words): {texts}.',
  hiddenCharacters:
    'Characters that nobody sees, or marks piled on one another, stand in these texts (so many); they take no part in any score: {texts}.',
  staleRanges:
    'Ranges that were set by hand do not apply, since the text in them has changed (their number); set them again: {texts}.',
  inCapitals: 'Written in capitals (of 100 letters, so many are): {texts}.',
  withoutCapitals: 'Written with hardly a capital (of 100 letters, so many are small): {texts}.',
  unpunctuated: 'Written with hardly a mark of punctuation (of 100 words, so many have none behind them): {texts}.',
  misspelt:
    'Words hold letters in an order that no English word has, as after faulty text recognition (of 100 words, so many do): {texts}.',
  signs: 'Full of signs such as brackets, as code is (of 100 characters, so many are): {texts}.',
  fewFunctionWords:
    'Hardly in sentences, as tables and lists of names are (of 100 words, so many are not of grammar, as "the" and "of" are): {texts}.',
  shortLines:
    'Set in short lines, as verse and lists are (of 100 lines, so many break off within a sentence or are items of a list): {texts}.',
  repetitive: 'Says the same again and again (of 100 runs of five words, so many stand there already): {texts}.',
  shuffled:
    'Words do not stand in the order of English sentences (of 100 articles and possessives, so many stand before a word that cannot follow them): {texts}.',
};

/** What is odd about a case, as a sentence with its files and entries. */
export const caseWarningSentences: Readonly<Record<CaseWarning['kind'], string>> = {
  doubledKey: '{file} has "{key}" more than once; the last one counts.',
  unknownKey: '{file} has "{key}", which is not read.',
  misspeltKey: '{file} has "{key}", which is not read. Did you mean "{meant}"?',
  alikeAuthors:
    'The authors "{author}" and "{other}" look alike and are two: the second is spelt with {letters}. Give one person one name.',
  outsideEntry: '{file} names "{entry}", which is not inside the case folder; the entry is left out.',
  lostEntry: '{file} names "{entry}", but there is no such file; the entry is left out.',
  mailboxEntry:
    '{file} names "{entry}", which holds several documents; the entry is left out. Name each of them, as in "{found}".',
  otherName: '{file} names "{entry}", but the file is called "{found}"; the entry is left out.',
  otherCaseFile: '{file} is not read: the folder has another case file, {used}.',
  changedExhibit:
    '{file} is not the file that the case recorded: its SHA-256 was {recorded}… and is {now}… now. Find out why before you rely on a finding about it.',
  linkedCaseFile:
    '{file} is a link and is not read as a case file, so that no settings count as locked: put the file itself into the folder.',
  otherFormat: '{file} is left out: its format cannot be read. Readable: {readable}. Save a copy of it as plain text.',
  hidden:
    '{file} is hidden, since its name begins with a dot, and is left out. A copy of it under another name would be read.',
  noAuthor:
    "{file} is left out: it lies in no author's folder, so that nobody knows who wrote it. Put it into a folder with the name of its author.",
  mixedMailbox:
    '{file} is not used: it lies in the folder of {author}, and who of its senders that is cannot be told: {senders}. Write into the case file, under "senders", "{file}": ["…"] with the senders who are {author}, or put the file straight into "known", where each sender is an author.',
  saidSenders:
    '{file}: of its senders, the case file says that {senders} are {author}. The texts of others are left out: {others}.',
  namedSender:
    '{file}: the sender taken as {author}, by name, is {senders}. The texts of others are left out: {others}. If that is wrong, write into the case file, under "senders", "{file}": ["…"] with the senders who are {author}.',
  mostSender:
    '{file}: the sender taken as {author}, who wrote most of it, is {senders}. The texts of others are left out: {others}. If that is wrong, write into the case file, under "senders", "{file}": ["…"] with the senders who are {author}.',
  link: '{file} is a link and is left out: put the file itself into the folder.',
};

/** Why a file that can be read takes no part in a case. */
export const unreadSentences = {
  notIndexed: '{file} is not in the index yet. Review the case to add it.',
  copy: '{file} has the text of {other} by the same author, and counts once with it.',
} as const;

export const modeNames: Readonly<Record<Mode, string>> = {
  written: 'written',
  spoken: 'spoken',
  unknown: 'mode not known',
};

/** Why a verifier was taken: how the texts of both sides were produced. */
export const modePairNames: Readonly<Record<ModePair, string>> = {
  'written-written': 'both texts are written',
  'spoken-spoken': 'both texts are spoken',
  'written-spoken': 'one text is written, one is spoken',
  unknown: 'how a text was produced is not known, or differs among the known texts',
};

export const verifierNames: Readonly<Record<VerifierKind, string>> = {
  written: 'two written texts',
  spoken: 'two spoken texts',
  general: 'two texts of any mode',
  ensemble: 'texts of two modes or an unknown one',
};

/** When each verifier is taken, or would be. */
export const verifierUses: Readonly<Record<VerifierKind, string>> = {
  written: 'Weights fitted on pairs of written texts; taken where both are written.',
  spoken: 'Weights fitted on pairs of transcripts; taken where both are spoken.',
  general: 'Weights fitted on pairs of all kinds.',
  ensemble: 'Weights fitted on one written and one spoken text; where a mode is not known, on pairs of all kinds.',
};

/** Terms that stand behind Details, as they are written there. */
export const termNames = {
  hypotheses: 'Hypotheses',
  ratio: 'log10 LR',
  resampling: 'resamplings of the authors',
  verifier: 'Verifier',
  calibration: 'calibration',
  population: 'Population',
  files: 'model files',
} as const;

/** What each term means. */
export const termMeanings: Readonly<Record<keyof typeof termNames, string>> = {
  hypotheses: 'The two explanations between which the findings are weighed.',
  ratio:
    'The likelihood ratio as a power of ten: 1 stands for 10 times, 2 for 100 times, −1 for 10 times for the other hypothesis.',
  resampling: 'The calibration was fitted again on authors drawn by lot; 95 of 100 such fits lie within the interval.',
  verifier: 'What scores two texts together; each has calibrations of its own.',
  calibration: 'What turns scores into a likelihood ratio, fitted on comparisons of texts whose authors are known.',
  population:
    'The writers who stand for "another author". If they do not write as those who come into question here, the ratio says little: put texts of such writers into a folder called population.',
  files: 'The first 12 digits of the SHA-256 of each file: equal digits, equal files.',
};

export const tierNames: Readonly<Record<Tier, string>> = {
  sign: 'by short codes of word runs',
  fp32: 'by runs of words',
  combined: 'by runs of words, whole texts and letter sequences together',
};

/** What is done at each stage of a review. */
export const stageNames: Readonly<Record<Stage, string>> = {
  reading: 'Reading',
  encoding: 'Encoding',
  reordering: 'Reordering',
  passages: 'Pairing passages',
  hands: 'Looking for changes of hand',
  verifying: 'Verifying',
  validating: 'Validating',
};

/** The words of the verbal scales. */
export const scaleLabels = [
  'no support either way',
  'as likely',
  'weak',
  'moderate',
  'moderately strong',
  'strong',
  'very strong',
  'extremely strong',
] as const;

/** What the log of a case says of each kind of event. */
export const eventSentences: Readonly<Record<LogEntry['event']['kind'], string>> = {
  received: '{document} was received. SHA-256 of the file: {sha256}.',
  indexed: 'Known texts: {added} added, {replaced} replaced, {removed} removed. The index is {index}.',
  asked: '{title} was examined. {question} {outcome}',
  decided: '{document}, {author}, passage “{passage}”: {decision}.',
  unread: '{file} was not read ({code}).',
  ranged: '{file}, characters {start} to {end} ({words} words, SHA-256 {sha256}): {set}.',
  validated: 'The settings were validated on the index {index}.',
  locked: 'The settings were locked: {lock}.',
  pinned: 'The index {index} and the model files were pinned.',
  masked: 'The authors were hidden behind letters.',
  unmasked: 'The authors were unmasked. Hash of the findings until then: {findings}.',
  exported: '{file} was written. SHA-256 of the file: {sha256}.',
  unknown: 'Another version wrote: {json}',
};

/** An entry that was made afterwards. */
export const lateSentences = {
  late: '{what} This was written down later: the case file had it without an entry, as after a program was killed or the log was taken away.',
} as const;

/** How the log of a case is not as it was written. */
export const logDamageSentences: Readonly<Record<LogDamage['kind'] | 'removedOne', string>> = {
  changed: 'Line {line} was changed: it is not the entry that was written there.',
  removed: 'Entries {from} to {to} are missing.',
  removedOne: 'Entry {from} is missing.',
  moved: 'Entry {entry} was moved: it stands in line {line}, behind a later one.',
  twice: 'Entry {entry} stands again in line {line}.',
  rewritten: 'Entry {entry} was rewritten: it is not the one that the log continued from.',
  headless:
    'The file beside the log that holds its end is missing or damaged: whether entries are missing at the end cannot be told.',
};
