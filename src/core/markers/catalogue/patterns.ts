import type { HabitFamily } from '../../domain';

/** Parts of patterns that several have; `{name}` in the table below. */
export const parts: Readonly<Record<string, string>> = {
  bareNot: String.raw`(?:\b(?:do|does|did|is|are|was|were|have|has|had|would|could|should)nt\b|\b(?:cant|wont|mustnt)\b)`,
  month: String.raw`(?:january|february|march|april|may|june|july|august|september|october|november|december)`,
  predicate: String.raw`(?:a|an|the|not|been|very|just|really|also|probably|possible|going|like|time|all|that|hard|easy|only|too|because)`,
  owned: String.raw`(?:own|name|value|size|way|use|job|place|users|first|current|default)`,
  adverb: String.raw`(?:However|Also|So|Then|Thus|Therefore|Hence|Anyway|Now|Still|Instead|Otherwise)`,
  travel: String.raw`(?:travel|cancel|model|label|signal|level|fuel|counsel|quarrel|marvel|channel|total|initial)`,
  comparative: String.raw`(?:better|more|rather|other|less|larger|bigger|faster|greater|worse|different|later|sooner|easier|longer)`,
  greeting: String.raw`(?:hi|hello|dear|hey|good (?:morning|afternoon|evening))`,
  colo: String.raw`(?:behavi|col|fav|hon|neighb|lab|hum|harb|flav|rum|vap|endeav)`,
  state: String.raw`(?:welcome|right|not|going|sure|looking|trying|using|wrong|a|an|the)`,
  subject: String.raw`(?:i|we|you|he|she|it|they|that)`,
  isSubject: String.raw`(?:it|that|there|here|what|who|where|how|he|she)`,
  ask: String.raw`(?:see|know|knows|ask|asked|wonder|wondering|check|sure|decide|tell)`,
  think: String.raw`(?:think|believe|guess|know|hope|suppose|feel|mean|say|see)`,
  acronym: String.raw`(?:btw|imho|imo|afaik|iirc|fwiw|ymmv|asap|fyi|lol|iiuc)`,
  closed: String.raw`(?: regards| wishes| again| in advance)?[ \t]{0,20}[,.!-]{0,5}[ \t]{0,20}$`,
  closing: String.raw`^[ \t]{0,20}(?:many |kind |best |warm |yours? )?`,
};

/**
 * Habits of typing, marks and wording that a pattern finds. One a line: name :: what is counted :: what could stand in its place, or per what
 * it is counted :: an example (¶ ends a line). Patterns see capitals, unless they begin with (?i).
 */
export const patterns: Readonly<Partial<Record<HabitFamily, string>>> = {
  capitals: String.raw`
internet, web with a small letter :: \b(?:internet|web)\b(?! ?site) :: \b(?:Internet|Web)\b(?! ?[Ss]ite) :: It is on the internet.
a capital after a colon :: [a-z]: {1,3}(?=[A-Z][a-z]) :: [a-z]: {1,3}(?=[a-z]) :: One thing: The roof.`,
  apostrophes: String.raw`
isnt, dont without an apostrophe :: (?i){bareNot} :: (?i)\b\p{L}+n['’]t\b :: It isnt so.
im, ive, thats without an apostrophe :: \b(?:im|ive|thats|whats|theres|hes|shes|youre|theyre|youve|weve|theyve|youll|theyll)\b :: (?i)\b(?:i['’](?:m|ve)|(?:that|what|there|he|she)['’]s|(?:you|they)['’](?:re|ll)|(?:you|we|they)['’]ve)\b :: So thats it.
its for it's :: (?i)\bits(?= {predicate}\b) :: (?i)\bit['’]s(?= {predicate}\b) :: Then its a pity.
it's for its :: (?i)\bit['’]s(?= {owned}\b) :: (?i)\bits(?= {owned}\b) :: It has it's own door.
1990's with an apostrophe :: \b(?:1[6-9]|20)?\d0['’]s\b :: \b(?:1[6-9]|20)?\d0s\b :: In the 1990's it stood.
James's (not James') :: \b\p{Lu}\p{Ll}+s['’]s\b :: \b\p{Lu}\p{Ll}+s['’](?![\p{L}]) :: This is James's house.
typographic apostrophes :: (?<=\p{L})’(?=\p{L}) :: (?<=\p{L})'(?=\p{L}) :: It isn’t so.`,
  contractions: String.raw`
n't contracted :: (?i)\b\p{L}+n['’]t\b|{bareNot} :: (?i)\b(?:do|does|did|is|are|was|were|have|has|had|would|could|should|can|will|must) ?not\b :: I don't know.
it's, that's, there's contracted :: (?i)\b{isSubject}['’]s\b|\b(?:thats|whats|theres)\b :: (?i)\b{isSubject} (?:is|has)\b :: So it's late.
I'm contracted :: (?i)\bi['’]?m\b :: (?i)\bi am\b :: I'm late.
I've, we've contracted :: (?i)\b(?:i|we|you|they)['’]?ve\b :: (?i)\b(?:i|we|you|they) have\b :: I've seen it.
I'll, you'll contracted :: (?i)\b{subject}['’]ll\b :: (?i)\b{subject} (?:will|shall)\b :: I'll go.
I'd, you'd contracted :: (?i)\b{subject}['’]d\b :: (?i)\b{subject} (?:would|had)\b :: I'd go.
we're, you're, they're contracted :: (?i)\b(?:we|you|they)['’]re\b|\b(?:youre|theyre)\b :: (?i)\b(?:we|you|they) are\b :: We're late.
let's contracted :: (?i)\blet['’]s\b :: (?i)\blet us\b :: So let's go.
can not as two words :: (?i)\bcan not\b :: (?i)\bcannot\b :: I can not go.
gonna, wanna, gotta, kinda :: (?i)\b(?:gonna|wanna|gotta|kinda|sorta|lemme|dunno)\b :: (?i)\b(?:going to|want to|got to|have to|kind of|sort of|let me)\b :: I am gonna go.
could of, would of :: (?i)\b(?:could|would|should|must|might) of\b :: (?i)\b(?:could|would|should|must|might)(?: have|['’]ve)\b :: I could of gone.
ain't :: (?i)\bain['’]?t\b :: words :: It ain't so.`,
  typing: String.raw`
two blanks after a sentence :: (?<=[.!?]["'”’)\]]?) {2,3}(?=\S) :: (?<=[a-z)][.!?]["'”’)\]]?)(?: (?=["'“‘(]?\p{Lu})|\n(?=\p{Lu})) :: It rained.  So we left.
a blank before ? or ! :: (?<=[\p{L}\d]) (?=[?!]) :: (?<=[\p{L}\d])(?=[?!]) :: Was it so ?
a blank before : or ; :: (?<=[\p{L}\d]) (?=[:;]\s) :: (?<=[\p{L}\d])(?=[:;]\s) :: This : a dog.
a blank before a comma :: (?<=[\p{L}\d]) (?=,) :: (?<=[\p{L}\d])(?=,) :: This , he said.
no blank after a comma :: (?<=\p{Ll}),(?=\p{L}) :: (?<=\p{Ll}),(?=\s) :: This,he said.
no blank after a full stop :: (?<=\p{Ll}{2})\.(?=(?:I|We|You|He|She|It|They|This|That|There|The|But|And|So|If|In|Please|Thanks) ) :: (?<=\p{Ll}{2})\.(?=\s{1,4}\p{Lu}) :: It rained.We left.
blanks inside brackets :: (?<![:;=]-?)\( (?=\p{L}) :: (?<![:;=]-?)\((?=\p{L}) :: One ( or two ).
*stars* or _lines_ for emphasis :: (?<![\p{L}*_])(?:\*\p{L}[^*\n]{0,40}\*|_\p{L}[^_\n]{0,40}_)(?![\p{L}*_]) :: sentences :: It is *very* old.
typographic quotation marks :: “ :: (?<=^|\s)"(?=\p{L}) :: The “old” one.
lines that open with a dash, star or number :: ^[ \t]{0,20}(?:[-*•o]|\d{1,2}[.)]|[a-z]\))[ \t]{1,20}(?=\S) :: paragraphs :: We saw:¶- a dog
emoticons and emoji :: (?<![\p{L}\d])[:;=8][-'o^]?[)(DPp|/\\](?![\p{L}\d])|\p{Extended_Pictographic} :: sentences :: So there :-)
emoticons with a nose :-) :: [:;]-[)(DPp] :: (?<![\p{L}\d])[:;][)(DP](?![\p{L}\d]) :: So there :-)`,
  marks: String.raw`
ellipses :: \.{2,}|… :: sentences :: Well... yes.
ellipses of two dots :: (?<!\.)\.\.(?!\.) :: (?<!\.)\.{3}(?!\.)|… :: Well.. yes.
ellipses of four dots or more :: \.{4,} :: (?<!\.)\.{2,3}(?!\.)|… :: Well..... yes.
ellipses as one sign … :: … :: \.{2,} :: Well… yes.
a blank before ellipses :: (?<=\p{L}) (?:\.{2,}|…) :: (?<=\p{L})(?:\.{2,}|…) :: Well ... yes.
repeated !! :: !{2,} :: (?<!!)!(?!!) :: Stop!! Now.
repeated ?? :: \?{2,} :: (?<!\?)\?(?!\?) :: Now?? Yes.
?! or !? :: \?!|!\? :: \? :: Now?! Yes.
exclamation marks :: !+ :: sentences :: Stop! Now.
question marks :: \?+ :: sentences :: Now? Yes.
a comma before the last of three :: \b\p{L}+, \p{L}+(?: \p{L}+)?, (?:and|or) \p{L} :: \b\p{L}+, \p{L}+(?: \p{L}+)? (?:and|or) \p{L} :: A dog, cat, and bird.
a comma before but :: , but\b :: (?<=\p{L}) but\b :: It is, but late.
a comma before and :: , and\b :: (?<=\p{L}) and\b :: It is, and late.
a comma before which :: , which\b :: (?<=\p{L}) which\b :: A dog, which ran.
a comma before because :: , because\b :: (?<=\p{L}) because\b :: It is, because late.
a comma before so :: , so\b :: (?i)(?<=\p{L}) so (?=(?:i|we|you|it|he|she|they|that|the)\b) :: It is, so we go.
a comma before too at the end :: , too[.!?] :: (?<=\p{L}) too[.!?] :: It is, too.
a comma after However, Also, So :: (?<=^|[.!?] {1,3}|\n){adverb}, :: (?<=^|[.!?] {1,3}|\n){adverb}(?= ) :: However, it rained.
a comma before please, thanks :: (?i), (?:please|thanks|thank you)\b :: (?i)(?<=\p{L}) (?:please|thanks|thank you)\b :: Come in, please.
semicolons :: ;(?=\s) :: sentences :: It is; we go.
colons :: (?<=\p{L}):(?=\s) :: sentences :: One thing: go.
brackets :: \((?=\p{L}[\p{Ll}'’]{0,20},? [^()\n]{2,200}\)) :: sentences :: One (or two) of us.
brackets that hold a whole sentence :: (?<=[.!?]\s{1,4})\(\p{Lu}[^()\n]{8,400}[.!?]\) :: \(\p{Ll}[^()\n]{2,200}\) :: It is. (We saw it again.) So.
dashes :: (?<=\S) ?(?:—|–|(?<!-)-{2,3}(?!-)) ?(?=\S)|(?<=\S) - (?=\S) :: sentences :: One -- or two.
dash: a hyphen between blanks :: (?<=\p{L}) - (?=\p{L}) :: (?<=\S) ?(?:—|–|(?<!-)-{2,3}(?!-)) ?(?=\p{L}) :: One - or two.
dash: two or three hyphens :: (?<=\S) ?(?<!-)-{2,3}(?!-) ?(?=\S) :: (?<=\S) ?(?:—|–) ?(?=\p{L})|(?<=\p{L}) - (?=\p{L}) :: One -- or two.
dash: without blanks :: (?<=\p{L})(?:—|(?<!-)-{2,3}(?!-))(?=\p{L}) :: (?<=\p{L}) (?:—|–|(?<!-)-{2,3}(?!-)) (?=\p{L})|(?<=\p{L}) - (?=\p{L}) :: One—or two.
dash: – between blanks :: (?<=\S) – (?=\S) :: (?<=\S) ?(?:—|(?<!-)-{2,3}(?!-)) ?(?=\p{L})|(?<=\p{L}) - (?=\p{L}) :: One – or two.
single quotation marks :: (?<=^|[\s(])['‘]\p{L}[^'’‘\n]{1,60}['’](?=[\s,.;:!?)]) :: (?<=^|[\s(])["“]\p{L}[^"”“\n]{1,60}["”] :: A 'very old' dog.
full stop or comma inside the quotation :: [.,]["”] :: (?<=\p{L})["”][.,] :: He said "no," and left.
a comma before as :: , as\b :: (?<=\p{L}) as\b :: It is, as ever.
a comma before or :: , or\b :: (?<=\p{L}) or\b :: It is late, or not.
a comma before if :: , if\b :: (?<=\p{L}) if\b :: It is late, if not more.
a comma before when :: , when\b :: (?<=\p{L}) when\b :: It was late, when he ran.
a comma before -ing :: , (?!during\b)\p{Ll}{2,20}ing\b :: sentences :: He ran, shouting.
a comma before who, where, while :: , (?:who|where|while)\b :: (?<=\p{L}) (?:who|where|while)\b :: A man, who ran.
a comma after In …, At …, For … :: (?<=[.!?] {1,2})(?:In|On|At|For|From|By|With|After|Before)\b[^.,!?\n]{2,40}, :: (?<=[.!?] {1,2})(?:In|On|At|For|From|By|With|After|Before)\b(?![^.,!?\n]{2,40},) :: It was. In the end, he ran.
a comma after If …, When … :: (?<=[.!?] {1,2})(?:If|When|As|Since|While|Although|Because)\b[^.,!?\n]{2,60}, :: (?<=[.!?] {1,2})(?:If|When|As|Since|While|Although|Because)\b(?![^.,!?\n]{2,60},) :: It was. When he ran, we sat.
slashes between words :: (?<=(?:^|[\s(])\p{L}{1,12})\/(?=\p{L}{1,12}(?:[\s,.;:)]|$)) :: sentences :: He and/or she.`,
  spelling: String.raw`
-our (not -or) :: (?i)\b{colo}our\p{Ll}* :: (?i)\b{colo}or(?!at)\p{Ll}* :: The colour is off.
doubled l: travelled, modelling :: (?i)\b{travel}l(?:ed|ing|er|ers)\b :: (?i)\b{travel}(?:ed|ing|er|ers)\b :: They travelled far.`,
  misspellings: String.raw`
the same word twice :: (?i)\b(\p{L}{2,30})\s{1,4}\1\b(?<!\b(?:that that|had had)) :: words :: It is the the dog.
your for you're :: (?i)\byour(?= {state}\b) :: (?i)\byou['’]re(?= {state}\b) :: So your right.
then for than :: (?i)\b{comparative} then\b :: (?i)\b{comparative} than\b :: It is better then that.
loose for lose :: (?i)\b(?:to|will|would|not|can|may|might) loose\b :: (?i)\b(?:to|will|would|not|can|may|might) lose\b :: We will loose it.
their for there, there for their :: (?i)\b(?:their (?:is|are|was|were)|there own)\b :: (?i)\b(?:there (?:is|are|was|were)|their own)\b :: So their is one.
a before a vowel, an before a consonant :: \b(?:a (?:[aei]\p{Ll}{3,}(?<!\b(?:eu|one)\p{Ll}*))|an [bcdfgjklmnpqrstvwz]\p{Ll}{3,})\b :: \b(?:an [aei]\p{Ll}{3,}|a [bcdfgjklmnpqrstvwz]\p{Ll}{3,})\b :: It is a animal.`,
  'short forms': String.raw`
eg, ie without full stops :: (?<![.\p{L}])(?:eg|ie)(?=[\s,:])\.? :: (?i)\b(?:e\.g\.?|i\.e\.?) :: Pets, eg dogs.
a comma after e.g., i.e. :: (?i)\b(?:e\.?g|i\.?e)\.?, :: (?i)\b(?:e\.g|i\.e)\.? (?=\S) :: Pets, e.g., dogs.
e.g. (not for example) :: \b(?:e\.g\.?|eg)(?=[\s,:]) :: (?i)\bfor (?:example|instance)\b :: Pets, e.g. dogs.
etc without a full stop :: \betc\b(?!\.) :: \betc\. :: Dogs, cats, etc and so.
and so on (not etc.) :: (?i)\band so (?:on|forth)\b :: (?i)\betc\b :: Dogs and so on.
& (not and) :: (?<=\s)&(?=\s) :: (?i)\band\b :: Cats & dogs.
w/, w/o, b/c :: (?i)(?<![\p{L}\d])(?:w\/o?|b\/c)(?=[\s\p{L}]) :: (?i)\b(?:with|without|because)\b :: Tea w/ milk.
u, ur, pls, thx :: (?<![\p{L}\d.'’])(?:u|ur|pls|plz|thx|tnx|cos|coz|bc)(?![\p{L}\d.'’-]) :: (?i)\b(?:you|your|please|thanks|because)\b :: Will u come.
btw, imho, afaik :: (?i)\b{acronym}\b :: sentences :: It is btw late.
btw, imho in small letters :: \b{acronym}\b :: \b(?:BTW|IMHO|IMO|AFAIK|IIRC|FWIW|YMMV|ASAP|FYI|LOL|IIUC)\b :: It is btw late.
digits for two to nine :: (?<![\p{L}\d.,:/$€£#=+*()[\]-])[2-9] (?=\p{Ll}{3,}) :: (?i)\b(?:two|three|four|five|six|seven|eight|nine) (?=\p{Ll}{3,}) :: I saw 3 dogs.
the sign for per cent (not percent) :: \d ?% :: (?i)\b(?:percent|per cent)\b :: It is 10% off.
per cent as two words :: (?i)\bper cent\b :: (?i)\bpercent\b :: It is ten per cent.
3 May (not May 3) :: (?i)\b\d{1,2}(?:st|nd|rd|th)?(?: of)? {month}\b :: (?i)\b{month} \d{1,2}(?!\d) :: On 3 May we met.
3rd, 21st in dates :: (?i)\b(?:\d{1,2}(?:st|nd|rd|th)(?: of)? {month}|{month} \d{1,2}(?:st|nd|rd|th))\b :: (?i)\b(?:\d{1,2} {month}|{month} \d{1,2}(?![\dsnrt])) :: On May 3rd we met.
1,000 with a comma :: \b\d{1,3}(?:,\d{3}){1,6}\b :: (?<![\d.,/-])(?!(?:1[4-9]|20)\d\d\b)\d{4,6}(?![\d.,/-]) :: It cost 1,000 pounds.
~ for about :: ~ ?(?=\d) :: (?i)\b(?:about|around|roughly|approximately|some) (?=\d) :: It cost ~10 pounds.
vs, versus without a full stop :: (?i)\b(?:vs(?!\.)|versus)\b :: (?i)\bvs\. :: Cats vs dogs.
No., nr or # before a number :: (?:\b(?:No|no|Nr|nr)\. ?|#)(?=\d) :: (?i)\bnumber (?=\d) :: See No. 5 there.`,
  greetings: String.raw`
Hi (not another greeting) :: (?i)^[ \t]{0,20}hi\b(?=[^.\n]{0,40}$) :: (?i)^[ \t]{0,20}(?:hello|dear|hey)\b(?=[^.\n]{0,40}$) :: Hi all,¶¶We ate.
Hello (not another greeting) :: (?i)^[ \t]{0,20}hello\b(?=[^.\n]{0,40}$) :: (?i)^[ \t]{0,20}(?:hi|dear|hey)\b(?=[^.\n]{0,40}$) :: Hello all,¶¶We ate.
Dear (not another greeting) :: (?i)^[ \t]{0,20}dear\b(?=[^.\n]{0,40}$) :: (?i)^[ \t]{0,20}(?:hi|hello|hey)\b(?=[^.\n]{0,40}$) :: Dear all,¶¶We ate.
Hey (not another greeting) :: (?i)^[ \t]{0,20}hey\b(?=[^.\n]{0,40}$) :: (?i)^[ \t]{0,20}(?:hi|hello|dear)\b(?=[^.\n]{0,40}$) :: Hey all,¶¶We ate.
a greeting that ends in a comma :: (?i)^[ \t]{0,20}{greeting}\b[^.,!:\n-]{0,40},[ \t]{0,20}$ :: (?i)^[ \t]{0,20}{greeting}\b[^.,\n]{0,40}(?:[!:-]|[^,\s])[ \t]{0,20}$ :: Hi all,¶¶We ate.
Thanks (not another closing) :: (?i){closing}(?:thanks){closed} :: (?i){closing}(?:regards|best|cheers|sincerely|thank you|greetings|love){closed} :: We ate.¶¶Thanks,¶A.
Regards (not another closing) :: (?i){closing}(?:regards){closed} :: (?i){closing}(?:thanks|best|cheers|sincerely|thank you|greetings|love){closed} :: We ate.¶¶Regards,¶A.
Best (not another closing) :: (?i){closing}(?:best){closed} :: (?i){closing}(?:thanks|regards|cheers|sincerely|thank you|greetings|love){closed} :: We ate.¶¶Best,¶A.
Cheers (not another closing) :: (?i){closing}(?:cheers){closed} :: (?i){closing}(?:thanks|regards|best|sincerely|thank you|greetings|love){closed} :: We ate.¶¶Cheers,¶A.
Sincerely (not another closing) :: (?i){closing}(?:sincerely){closed} :: (?i){closing}(?:thanks|regards|best|cheers|thank you|greetings|love){closed} :: We ate.¶¶Sincerely,¶A.
PS :: (?i)^[ \t]{0,20}p\.? ?s\.?(?=[\s:,]) :: paragraphs :: We ate.¶¶PS: come too.
thanks in advance :: (?i)\b(?:thanks|thank you) in advance\b|\btia\b :: (?i)\b(?:thanks|thank you)\b :: So thanks in advance.
thanks (not thank you) :: (?i)\bthanks\b :: (?i)\bthank you\b :: So thanks for it.`,
  shape: String.raw`
commas :: ,(?=\s) :: words :: It is, but late.
words of nine letters or more :: (?<!\p{L})\p{L}{9,}(?!\p{L}) :: words :: It was a wonderful day.
nouns in -tion, -ment, -ness, -ity :: (?i)\b\p{L}{3,20}(?:tions?|ments?|ness|ity|ities)\b :: words :: We had a question.
adverbs in -ly :: (?i)\b\p{L}{3,20}ly\b(?<!\b(?:only|really|early|family|reply|apply|july)) :: words :: He slowly ran.
words in -ing :: (?i)\b\p{L}{3,20}ing\b(?<!\b(?:thing|nothing|anything|something|everything|during|being)) :: words :: He is running.
passives: was found :: (?i)\b(?:is|are|was|were|be|been|being) (?:\p{L}{2,15}ly )?\p{L}{2,15}(?:ed|en|own)\b :: words :: It was opened.
words with a hyphen :: (?<=\p{Ll})-(?=\p{Ll}) :: words :: A well-known man.
I, me, my :: (?i)\b(?:i|me|my|myself)\b :: words :: So I ran.`,
  grammar: String.raw`
the … which (not that) :: (?i)\b(?:the|a|an) \p{L}+ which\b :: (?i)\b(?:the|a|an) \p{L}+ that\b :: See the dog which ran.
whether (not if) after see, know, ask :: (?i)\b{ask} whether\b :: (?i)\b{ask} if\b :: I ask whether he ran.
I think that (not I think it) :: (?i)\b{think} that\b :: (?i)\b{think} (?:i|it|you|we|they|he|she|there|the|this)\b :: I think that he ran.
try and (not try to) :: (?i)\btry and\b :: (?i)\btry to\b :: So try and go.
to … -ly between: to simply go :: \bto \p{Ll}+ly \p{Ll}{2,} :: words :: It is good to simply go.
if I were (not was) :: (?i)\bif (?:i|he|she|it) were\b :: (?i)\bif (?:i|he|she|it) was\b :: It is as if I were old.
data are (not is) :: (?i)\bdata (?:are|were|have)\b :: (?i)\bdata (?:is|was|has)\b :: The data are old.
the reason why :: (?i)\breasons? why\b :: (?i)\breasons? (?:that|for|is|was)\b :: The reason why he ran.
tag questions :: (?i), (?:right|no|eh|(?:isn|aren|don|doesn|wasn|didn|won|can|couldn|wouldn|haven|hasn)['’]t (?:i|you|he|she|it|we|they)|(?:is|are|do|does|was|did|will|can) (?:i|you|he|she|it|we|they))\? :: sentences :: It is late, isn't it?
whom :: (?i)\bwhom\b :: (?i)\bwho\b :: A man whom we saw.
less people, less things :: \bless \p{Ll}{3,}s\b(?<!less) :: \bfewer\b :: I saw less dogs.
one, one’s for you :: (?i)\bone(?= (?:can|could|should|must|may|might|would|has|wants|needs|is)\b) :: (?i)\byou(?= (?:can|could|should|must|may|might|would|have|want|need|are)\b) :: Here one can sit.
there is, there are :: (?i)\bthere (?:is|are|was|were)\b|\bthere['’]s\b :: sentences :: So there is one.
preposition at the end :: \b(?:with|for|of|to|at|in|on|from|about|by)[.!?](?=\s|$) :: sentences :: What is it for? Yes.
has got, have got :: (?i)\b(?:have|has|['’]ve|['’]s) got\b :: (?i)\b(?:have|has) (?=(?:a|an|the|no|some|any)\b) :: He has got one.`,
};
