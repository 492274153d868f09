import type { LogEntry } from '../../core/casework/caseLog';
import type { LogDamage } from '../../core/casework/logCheck';
import type { Caveat, Mode, Note, VerifierKind } from '../../core/domain/evidence';
import type { CaseWarning } from '../../core/casework/caseWarnings';
import type { Stage } from '../../protocol/engine';

/** The sentence of each notice. */
export const noticeSentences = {
  // caveats
  shortDocument: 'A text has fewer than 250 words. So short a text gives little evidence.',
  crossGenre: 'The two texts have different genres. A comparison across genres gives less evidence.',
  crossMode: 'One text is written and the other is spoken. Such a comparison gives the least evidence.',
  fewKnown: 'There is little known text by this author in one mode and genre.',
  outsideCalibration: 'For this combination of modes, genres and length, validation showed nothing better than chance.',
  otherLanguage:
    'A text does not seem to be in the language of the comparison, or more than a quarter of it is in another language. The review orders authors and states no likelihood ratio.',
  fewOfLanguage:
    'Idiograph has learned nothing of this language, and fewer than 40 other authors of the collection write in it. The review orders authors and states no likelihood ratio. Add texts by such authors to the index.',
  languageNotValidated:
    'Idiograph has learned nothing of this language, so the collection itself must validate a likelihood ratio. Add 20 authors with two works each, and choose Validate Settings. Until then, the review only orders authors.',
  severalSpeakers:
    'A text seems to have the words of several people. Choose the speaker, or set by hand what its author wrote, before a ratio is stated.',
  unlikeValidated:
    'A text is unlike the validated texts in a way that made ratios misleading in tests. Another line names what is unusual about it.',
  chosenAfterSearch:
    'This known text was chosen after a search had ranked the known authors. Such a text reaches a high ratio by chance more often than a text that was named before the search.',
  selectedBySearch:
    'A search selected this candidate. The more authors it searches, the more of them come close by chance.',
  otherThanPinned: 'The index or a model file is not the one that the case file requires.',
  indexChanged:
    'Documents were added to the index or removed from it during this review, so its parts rest on different documents. Review the text again.',
  exploratory:
    'Exploratory: this document does not belong to a case in which the settings were validated and locked before use.',
  notValidated:
    'The settings of this case are not validated and locked yet, so the case states no likelihood ratio. Validation shows how often its ratios mislead. The lock prevents anyone from choosing settings by the result.',
  notValidatedHere:
    'The settings of this case were locked by another user, on another machine, in another case or with other labels of the known texts. The case states no likelihood ratio until you validate and lock them here.',
  validatedAgain:
    'The settings of this case were locked by another user or on another machine. Idiograph compared the lock with the known texts and the models here. They are the same.',
  lockBroken:
    'Settings of this case changed after the lock. The case states no likelihood ratio until you validate and lock them again.',
  otherKnownTexts:
    'The settings of this case were validated and locked with other known texts, or with other texts of the population. Validate and lock again to include the current ones.',
  populationMismatch: 'The reference population has no authors of this mode and genre.',
  onlyCopies:
    'Each known text of this author is a copy of the questioned text or of a part of it, or contains parts of it. Nothing is left to compare.',
  fragmented:
    'A quarter or more of the questioned text consists of short runs of words from the known texts of this author. These texts share fewer runs with each other. The questioned text may imitate them or be assembled from them. The review states no ratio.',
  restsOnRareWords:
    'Without the rare words of the text, the ratio no longer supports this author. In tests, this happened to 4 of 100 true authors with a ratio of 2 or more, and to 7 of 100 wrong ones.',
  followsSubject:
    'Without words of the subject, another author comes first. The subject of the texts alone could produce a ratio.',
  followsKind:
    'Few authors have known texts as close in genre and mode to the questioned text as the first candidate has. Genre or mode alone could put an author first. Ask about one author alone to get a ratio.',
  textsOnServer:
    'The server stores the known texts of this author without their words. A ratio needs the words, to check the texts for their language, copies and oddities. Add the texts to the index file.',
  sharedKnown:
    'Two of the authors have a known text in common, and at most one of them wrote it. The ratio of the other author rests on words of somebody else. Keep the text only with its writer.',
  someTextsOnServer:
    'The server stores other texts of this author without their words. This ratio rests only on the texts in the index file.',
  productionNotSaid:
    'The mode or genre of the questioned text is not set. Set both, so that error rates for such texts can apply.',
  // what a caveat about pins or the lock also names
  otherPartUsed: 'The case file pins {part} {pinned}. The review used {used}.',
  otherValidation: 'The validation in the case file is not the one that was locked.',
  changedSetting: 'The lock recorded {part}: {pinned}. It is now: {used}.',
  otherAfterLock: 'Texts added (+), removed (−) or changed after the lock ({count}): {texts}.',
  // notes on texts, which list them with their figures
  copyOfKnown:
    'Known texts left out because they copy the questioned text or a part of it, edited or not (words in common per 100 of the shorter text): {texts}.',
  sameWork:
    'Known texts left out because the case file says that they are of the same work as the questioned text: {texts}.',
  copyInCohort:
    'Other authors left out of the comparison, because a text of theirs copies a part of the questioned text (words in common per 100 of the shorter text): {texts}.',
  overlapsKnown:
    'Known texts that share long parts with the questioned text (about how many words they share, per 100 words of the shorter text): {texts}.',
  repeatsKnown:
    'Known texts that repeat others by the same author and count once with them (repeated runs, per 100 runs of five words): {texts}.',
  longKnown:
    'Ratio and order use the first 20,000 words of these known texts (their share, per 100 words): {texts}. After them, passages are looked for only where rare pairs of words are also in the questioned text.',
  fragmentsOfKnown:
    'The questioned text shares more short runs of words with the known texts of an author than these share with each other. It may imitate them or be assembled from them. Known text that shares most (surplus per 100 words): {texts}.',
  namesAuthor:
    'The questioned text has the name of a known author: {texts}. A name is no sign of style. If it is a signature or a heading, leave it out of the comparison.',
  partlyOtherLanguage: 'Parts are in another language than the rest (letters per 100): {texts}.',
  mixedScripts: 'Words that mix scripts or letter forms, or contain unusual marks (per 100 words): {texts}.',
  hiddenCharacters:
    'These texts contain invisible characters or stacked marks (how many): {texts}. No score uses them.',
  speakersFound: 'These texts seem to have several speakers (turns): {texts}. Choose the speaker that you ask about.',
  mostExcluded:
    'Rules leave out much text below a line as quoted (words per 100): {texts}. If the author wrote it, include it by hand.',
  decodedWrongly:
    'Characters such as “â€™” show that these texts were once read in another encoding (how many): {texts}. Get the files from their source again.',
  staleRanges:
    'Some ranges set by hand no longer apply, because the text in them changed (how many): {texts}. Set them again.',
  inCapitals: 'Written in capitals (capital letters per 100 letters): {texts}.',
  withoutCapitals: 'Written with hardly any capitals (small letters per 100 letters): {texts}.',
  unpunctuated: 'Written with hardly any punctuation (words with no mark after them, per 100 words): {texts}.',
  misspelt:
    'Words contain letter sequences that no English word has, as after faulty text recognition (per 100 words): {texts}.',
  signs: 'Full of signs such as brackets, as code is (signs per 100 characters): {texts}.',
  fewFunctionWords:
    'Few full sentences, as in a table or a list of names (words that are not grammar words such as "the" and "of", per 100 words): {texts}.',
  shortLines:
    'Set in short lines, as verse and lists are (lines that break off within a sentence or are items of a list, per 100 lines): {texts}.',
  repetitive: 'Repeats the same words again and again (repeated runs, per 100 runs of five words): {texts}.',
  shuffled:
    'Words are not in the order of English sentences (articles and possessives before a word that cannot follow them, per 100 of these): {texts}.',
  // the order of candidates, and a server
  firstBySubject:
    'The order may follow what the authors write about: without the words of their subjects, {author} comes first. Compare texts on one subject.',
  fewTexts:
    'These authors have fewer than two texts with enough words, so the order does not weigh what separates them from the others: {texts}.',
  partsOfOneWork:
    'These texts seem to be parts of one work, so the comparison of the authors with each other leaves them out: {texts}.',
  serverNotSearched: 'The server was not searched: {problem} The results rest on the index file alone.',
  notRanked:
    '{count} documents of {name} that the search found are missing from the order, because the server stores no n-gram rows of them.',
  // the files of a case
  doubledKey: '{file} has "{key}" more than once. The last one counts.',
  unknownKey: '{file} has "{key}", which Idiograph does not read.',
  misspeltKey: '{file} has "{key}", which Idiograph does not read. Did you mean "{meant}"?',
  alikeAuthors:
    'The authors "{author}" and "{other}" look the same but count as two, because the second is spelt with {letters}. Give one person one name.',
  outsideEntry:
    '{file} names "{entry}", which is not inside the case folder. The entry is left out. Put the file into the case folder.',
  lostEntry: '{file} names "{entry}", but there is no such file. Correct the name.',
  mailboxEntry:
    '{file} names "{entry}", which contains several documents. The entry is left out. Name each document, as in "{found}".',
  otherName: '{file} names "{entry}", but the file is called "{found}". The entry is left out. Correct the name.',
  otherCaseFile: '{file} is not read, because the folder has another case file, {used}.',
  changedExhibit:
    '{file} is not the file that the case recorded. Its SHA-256 was {recorded}… and is now {now}…. Find out why before you rely on a finding about it.',
  lostExhibit:
    'The log shows that {file} was received, but the case lacks it. Find out why before you rely on a finding about the case.',
  linkedCaseFile:
    '{file} is a link. Idiograph does not read a link as a case file, so no settings count as locked. Put the file itself into the folder.',
  otherFormat: '{file} is left out, because Idiograph cannot read its format. Save a copy of it as plain text.',
  outsideFolders:
    'Idiograph does not read {file}, because no folder "known", "questioned" or "population" contains it. If it is an exhibit, move it there.',
  hidden:
    '{file} is left out, because it is hidden: its name begins with a dot. Save a copy under another name to include it.',
  noAuthor:
    '{file} is left out, because it is in no author’s folder and its author is not known. Put it into a folder with the name of its author.',
  mixedMailbox:
    '{file} is not used. It is in the folder of {author}, but its senders do not show which of them is {author}: {senders}. Write into the case file, under "senders", "{file}": ["…"] with the senders who are {author}. Or put the file straight into "known", where each sender is an author.',
  saidSenders:
    '{file}: the case file says that the senders {senders} are {author}. The texts of others are left out: {others}.',
  takenSender:
    '{file}: Idiograph takes {senders} to be {author}, by the name or as the main writer. The texts of others are left out: {others}. If that is wrong, write into the case file, under "senders", "{file}": ["…"] with the senders who are {author}.',
  link: '{file} is a link and is left out. Put the file itself into the folder.',
  notIndexed: '{file} is not in the index yet. Review the case to add it.',
  copy: '{file} has the same text as {other} by the same author. The two count once.',
  refusedResult:
    'Idiograph did not use the saved result {file}: it was changed, an earlier version wrote it, or Idiograph did not write it for this user on this machine. The text is reviewed again.',
  notInBundle: '{file} is not in the bundle: it is missing, cannot be read, or is not what the log names.',
  noReport: 'The bundle contains no report, because no written report is left.',
  notKept: 'A result or a part of the log was not kept: {reason}',
  indexOfBundleAway:
    'The folder is an unpacked bundle, in which nothing is written. Its index is {index} on this machine.',
  caseReadOnly:
    'The case folder cannot be written. What Idiograph keeps of the case is at {index} and beside it on this machine.',
  indexNotMoved: 'The earlier index {from} could not be moved into the case folder: {reason}. Build the index again.',
  indexAway: 'The case is on a network drive, where an index is not safe. Its index is {index} on this machine.',
  // the evidence that the page shows
  factsNotKnown:
    'The mode or genre of the questioned text is not set. Set both, so that error rates for such texts can apply.',
  unsavedRead:
    'Idiograph read the unsaved text in the editor, not what the file contains (SHA-256 of that text {sha256}…).',
  afterFailed: '{asked} was not reviewed. The panel shows the earlier review of {title}, from {time}.',
  duringReview: 'Idiograph is reviewing {asked}. The panel shows the earlier review of {title}, from {time}.',
  changedAfter:
    'The text, the known texts, the settings or the models changed after the review. This evidence rests on the earlier state.',
} as const satisfies Readonly<Record<Caveat | Note['caveat'] | CaseWarning['code'], string>> &
  Readonly<Record<string, string>>;

export const modeNames: Readonly<Record<Mode, string>> = {
  written: 'written',
  spoken: 'spoken',
  unknown: 'mode not known',
};

export const verifierNames: Readonly<Record<VerifierKind | 'automatic', string>> = {
  automatic: 'chosen by the modes of the texts',
  written: 'two written texts',
  spoken: 'two spoken texts',
  general: 'two texts of any mode',
  ensemble: 'texts of two modes or an unknown one',
};

/** How the findings weigh both hypotheses: of one author, and of another or anybody else. */
export const ratioSentences = {
  equal: 'These findings are about as likely if {author} wrote {title} as if {other} did.',
  times: 'These findings are {ratio} times more likely if {author} wrote {title} than if {other} did.',
} as const;

/** What names of markers are made of, besides the words that they count: the longer first, separated by " | ". A translation has as many, in this order. */
export const markerWords = {
  all: 'small letters for days, months and languages | lines that open with a dash, star or number | full stop or comma inside the quotation | a before a vowel, an before a consonant | whole words in capitals for emphasis | sentences begin with a small letter | brackets that hold a whole sentence | brackets around two words or more | a comma before the last of three | a greeting that ends in a comma | nouns of a list with a capital | a comma before too at the end | ellipses of four dots or more | dash: a hyphen between blanks | words of nine letters or more | closed by a first name alone | typographic quotation marks | two blanks after a sentence | no blank after a full stop | dash: two or three hyphens | sentences that begin with | an apostrophe in a plural | in capitals for emphasis | a capital after a colon | typographic apostrophes | a blank before ellipses | single quotation marks | a blank before a comma | no blank after a comma | blanks inside brackets | sentences begin small | without an apostrophe | emoticons with a nose | slashes between words | the sign for per cent | ellipses of two dots | ellipses as one sign | dash: without blanks | closed by an initial | not another greeting | with a small letter | emoticons and emoji | the same word twice | without a full stop | not another closing | words with a hyphen | with an apostrophe | without full stops | an adverb after to | exclamation marks | in small letters | before a number | a blank before | a comma before | question marks | between blanks | a comma after | before a note | tag questions | as two words | for emphasis | with a comma | and the like | contracted | semicolons | adverbs in | doubled l | digits in | ellipses | repeated | in dates | nouns in | words in | passives | dashes | commas | colons | dash: | (not',
} as const;

/** What happens at each stage of a review. */
export const stageNames: Readonly<Record<Stage, string>> = {
  reading: 'Reading',
  encoding: 'Encoding',
  reordering: 'Comparing',
  passages: 'Comparing',
  splitting: 'Comparing',
  verifying: 'Verifying',
  validating: 'Validating',
};

/** The words of the verbal scale. */
export const scaleLabels = [
  'no support either way',
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
  asked: '{title} was reviewed. {question} {outcome}',
  decided: '{document}, {author}, passage “{passage}”: {decision}.',
  unread: '{file} was not read ({code}).',
  ranged: '{file}, characters {start} to {end} ({words} words, SHA-256 {sha256}): {set}.',
  speakers: '{file}: only the words of {speakers} count.',
  questionSet: 'Who could have written {document}: {names}.',
  validated: 'The settings were validated on the index {index}.',
  locked: 'The settings were locked: {lock}.',
  pinned: 'The index {index} and the model files were pinned.',
  masked: 'Letters replaced the names of the authors.',
  unmasked: 'The names of the authors were shown again. Hash of the findings until then: {findings}.',
  assistant: 'The AI features of the editor were on in the folder of the case.',
  exported: '{file} was written. SHA-256 of the file: {sha256}.',
  unknown: 'Another version of Idiograph wrote this entry: {json}',
};

/** Sentences for entries that were made later than the event, and for AI features that are off. */
export const otherEventSentences = {
  assistantOff: 'The AI features of the editor were off in the folder of the case.',
  late: '{what} This entry was made later. The case file recorded this, but the log did not, as after a crash or the removal of the log.',
} as const;

/** The ways in which the log of a case can be damaged. */
export const logDamageSentences: Readonly<Record<LogDamage['kind'], string>> = {
  changed: 'Line {line} was changed. It is not the entry that was written there.',
  removed: 'Entries that are missing: {from} to {to}.',
  moved: 'Entry {entry} was moved to line {line}, after a later entry.',
  twice: 'Entry {entry} occurs again in line {line}.',
  rewritten: 'Entry {entry} was rewritten. Later entries rest on another version of it.',
  backwards:
    'Entry {entry} has the time {at}, which is before the time of the entry before it, {before}. Somebody changed a clock, or the entries were written on machines with different clocks.',
  headless:
    'The file that records the end of the log is missing or damaged. Idiograph cannot tell whether entries are missing at the end.',
};
