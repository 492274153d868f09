/** Common words of English, but for those that other languages have, too, as "in", "was" and "do". */
export const english: ReadonlySet<string> = wordSet(
  'the of and to that with this you for it have are from by which they his my not but what would there is be been has ' +
    'could should their your who when because at or if we were she will can about how some any than then these those them ' +
    'into out up just very our its only other more did does had him her where why while being such may must upon shall one ' +
    'all know think like get said time people',
);

/** Common words, of letters from a to z, of some twenty other languages; rare in English. */
export const foreign: ReadonlySet<string> = wordSet(
  'der das und ist nicht ein eine einen einem einer dem des den sich mit auf von zu zum zur auch es sie ich wir ihr er wie ' +
    'dass aber oder wenn nur noch nach bei aus durch sind sein seine hatte haben habe wird wurde werden kann kein keine ' +
    'schon sehr mich mir immer le la les un une et est de du que qui dans pour pas ne sur ce cette il elle nous vous ils ' +
    'avec sont mais ou par au aux se sa ses je tu lui leur avait fait tout comme sans si bien deux encore quand rien donc el ' +
    'los las en una por con para su lo al del pero sus ya o fue este ha porque esta entre cuando muy sobre hasta hay donde ' +
    'quien desde nos durante todos uno ni contra otros ese eso era nada estaba casa di che gli della dei delle nel nella dal ' +
    'alla sono anche ma ho hanno questo questa quando ancora mi ti lei suo sua loro molto senza tutto tutti aveva erano ' +
    'essere fatto stato dopo poi solo ogni qualche quello quella um uma com dos foi ao ele seu ela muito eu pelo pela isso ' +
    'depois mesmo aos seus minha tinha quem nas meu essa nem suas lhe quer ser tem onde het een ik dat niet zijn op te zij ' +
    'hij aan maar om ook als voor hebben naar bij uit deze wij haar nog wel geen heeft werd waren hun kon zou alleen veel ' +
    'meer wordt daar toen iets moet toch tegen onder zich omdat ons mijn zo ut sed quod cum ad sunt enim quis nisi ea quae ' +
    'quam aut nec neque atque ac autem esse erat ab iam tamen etiam nunc tum hic haec ille ipse ipsum dolor amet lorem nulla ' +
    'apud ubi quoque eius eum nie na jest jak ale po tak za od jego jej czy przez mnie tylko tego och att det som av inte ' +
    'med har ett hade jag han hon sig vi kan nu skulle og ikke jeg til af blev eller efter ved hvor ville fra ja ei oli ' +
    'mutta kun niin kuin joka ovat ole az egy hogy meg csak volt ezt ve bir bu da daha gibi kadar ama yang untuk dengan ' +
    'tidak ini itu dari pada adalah akan saya kami cu pentru din mai bylo jsem jeho jako koji',
);

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}
