"""Texts of the parity fixtures, written for this purpose: each case is one rule or one corner of the tokenizer."""

CASES = [
    "The kettle had boiled twice before anyone came down.",
    "\u201cWell,\u201d she said, \u2018that\u2019s that.\u2019",
    "\u201eUnten\u201f and \u2032prime\u2033 marks, \u201alow\u201b ones.",
    "He paused \u2014 as always \u2013 and went on--then stopped --- for good.",
    "minus \u2212 3, non\u2011breaking, figure \u2012 bar \u2015 hyphen \u2010 end -\u2014- run",
    "I thought\u2026 no, I hoped\u2026.",
    "Caf\u00e9, na\u00efve, \u00c5ngstr\u00f6m, \u0141\u00f3d\u017a and \u0130stanbul.",
    "Cafe\u0301 with a combining mark, n\u0303 too, and E\u0301COLE.",
    "so happy \U0001f600\U0001f600 today \U0001f469\u200d\U0001f4bb done",
    "\u65e5\u672c\u8a9e\u306e\u6587 and \u4e2d\u6587 mixed \U00020000\U00020000 in",
    "\u041f\u0440\u0438\u0432\u0435\u0442, \u03ba\u03cc\u03c3\u03bc\u03b5! \u05e9\u05dc\u05d5\u05dd",
    "Left [MASK] right[MASK]glued [mask] lower.",
    "[CLS] start [SEP] end [PAD] pad [UNK] unknown",
    "Dear <NAME>, write to <EMAIL> or call <PHONE>; see <URL>.",
    "a <name> in lower case is a tag, <Name> too",
    "<p>First<br/>second</p> and a < b > c, 3<4",
    '<a href="x">link</a> plus </div >',
    "Mail jane.doe+lists@mail.example-site.co.uk now, or x@y.",
    "See https://example.org/a?b=c#d) and (www.example.com/path), http://x.y.",
    "Call +1 (555) 123-4567, 555-123-4567, (555)123.4567 or 555 123 4567; not 5551234567.",
    "Host 192.168.0.1, not 1.2.3.4.5 nor 1234.1.1.1, yes 10.0.0.255!",
    "WHY ARE YOU SHOUTING AT ME, Mr O'NEIL?",
    "iPhone, McDonald, eBay, LaTeX, a, A, I, x, NASA's USA-wide.",
    'No!!! Really?? Yes!!?! Wait.... ok -- fine;; ((so)) ""quoted""',
    "Two  spaces   here,\tone tab.\u00a0\u2003Wide\u3000space.",
    "  \n leading and trailing \r\n ",
    "Line one\nLine two\n\n\nParagraph\u2028separator\u2029end\u0085next",
    "soft\u00adhyphen zero\u200bwidth join\u200der word\u2060joiner \ufeffbom",
    "In 1066, 3.14159 \u00d7 10\u00b2 = 314; \u00bd, \u2168, \u0663 and 1,000,000.00",
    "x" * 101 + " is too long, " + "y" * 100 + " is not; " + "ab" * 60 + "!",
    "pneumonoultramicroscopicsilicovolcanoconiosis, antidisestablishmentarianism",
    "",
    " \u200b\u00ad ",
    "!?.,;:",
    "...",
    "don't won't it's y'all O'Clock rock'n'roll",
    "e.g. i.e. U.S.A. Ph.D. a.m. 5'10\" 50% $9.99 \u20ac5 #tag @user &c.",
    "snake_case camelCase kebab-case path/to/file.txt C++ a=b*c ~tilde `code`",
    "Stra\u00dfe, STRASSE, \u01c5 titlecase, \ufb01 ligature, \u00c6on \u00e6on",
    "control\u0000char\u0007 and replacement\ufffd and private\ue000 use",
    "mix \u201cA\u201d\u2014\u201cB\u201d\u2026<NAME>\u2019s [MASK]! MASK] [MASK",
    "- bullet one\n- bullet two\n* star\n1. number",
]

PASSAGES = [
    "The ferry left at a quarter past six, or it was meant to; by seven we were still tied up, and the man in "
    "the orange jacket had stopped pretending that anybody knew why. \u201cWeather,\u201d he said, looking at "
    "a sky without one cloud in it. I bought a second coffee, worse than the first, and read the safety notice "
    "until I could have recited it to the gulls.",
    "So, um, the way I think about it is, you know, you have the one team that ships it and the other team "
    "that has to live with it, right? And those two, they don't talk. They really don't. I mean, I've been on "
    "both sides, and what happens is you get the ticket, and you think, who on earth wrote this, and then, "
    "well, it was you.",
    "This proposal adds a `retain` keyword to the manifest. When the keyword is present, the loader MUST keep "
    "the previous revision for at least 30 days; when it is absent, behaviour is unchanged. We considered "
    "making retention the default and rejected it: 4 of the 7 deployments we surveyed have no spare storage at "
    "all. Backwards compatibility is not affected.",
    "Sir, I have before me your favour of the 3d instant, and am much obliged by the particulars it contains. "
    "The roads continue so bad that the waggons are not yet come up, & the men begin to murmur; nor can I "
    "blame them. If the Committee would but send the flour they promised, I should answer for the rest.",
    "Thanks for the patch!! Two nits: (1) the loop starts at 1, not 0 -- was that on purpose? -- and (2) pls "
    "don't reformat lines you didn't touch, it makes the diff HUGE. Otherwise LGTM. I'll merge it tonight, "
    "unless somebody shouts... <NAME>, does this close the old ticket as well, or only half of it?",
    "What would my opponent have us do? Wait. Wait for the report, wait for the review of the report, wait "
    "until the river has been through the town a third time. We have waited. I say to this chamber, and I say "
    "it with respect, that the people of the lower valley cannot sandbag a review. They need a levee, and they "
    "need it before the spring.",
]
