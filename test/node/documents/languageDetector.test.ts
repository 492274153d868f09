import type { eld as namer } from 'eld/medium';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { isInLanguage } from '../../../src/core/text/language';
import { TextLanguageDetector } from '../../../src/node/languageDetector';

const detector = new TextLanguageDetector();

const english = [
  'I left the keys with Mrs. Hall on the second floor because nobody was at home, and she said that she would be in until six at the latest today.',
  'ok so i tried that and it kinda works but now the other thing is broken again lol, any idea what i am doing wrong here? thanks in advance',
  'The committee shall, within thirty days of receipt of such notice, furnish to the applicant a written statement of the grounds upon which the decision was made.',
  'u comin 2nite or wot? im at da bus stop innit n its freezin. tel ur mum i sed hi n dat i got da key back 2day. we can watch dat film again if u want',
  'gd mornin hun, hw r u? soz 4 nt textin bk yday, ws so bz wit wrk lol. cn we meet 2day @ 5 nstead coz im knackered n me fone is dyin. lmk, c u l8r xx',
  'finna head out rn, ima be there in like 10. aint nobody told me bout the change of plans smh, yall always doin this. lemme kno if u need a ride tmrw',
  'Well, you know, I think, um, what we were trying to do there was, I mean, we just wanted to get it finished, right, before everybody went home.',
  'REsource LOcation is a protocol that we have used for years, and it is not clear to me what the FX peers would do with RELOAD here.',
];
const others: readonly (readonly [string, string])[] = [
  [
    'de',
    'Ich habe die Schl\u00fcssel bei Frau Hahn im zweiten Stock gelassen, weil niemand zu Hause war, und sie hat gesagt, dass sie bis sechs Uhr da sein werde.',
  ],
  [
    'fr',
    'J\u2019ai laiss\u00e9 les cl\u00e9s chez Madame Hall au deuxi\u00e8me \u00e9tage parce que personne n\u2019\u00e9tait \u00e0 la maison, et elle a dit qu\u2019elle y serait jusqu\u2019\u00e0 six heures.',
  ],
  [
    'es',
    'Dej\u00e9 las llaves con la se\u00f1ora Hall en el segundo piso porque no hab\u00eda nadie en casa, y ella dijo que estar\u00eda all\u00ed hasta las seis de la tarde.',
  ],
  [
    'nl',
    'Ik heb de sleutels bij mevrouw Hall op de tweede verdieping gelaten omdat er niemand thuis was, en zij zei dat ze er tot zes uur zou zijn vandaag.',
  ],
  [
    'ru',
    '\u042f \u043e\u0441\u0442\u0430\u0432\u0438\u043b \u043a\u043b\u044e\u0447\u0438 \u0443 \u0441\u043e\u0441\u0435\u0434\u043a\u0438 \u043d\u0430 \u0432\u0442\u043e\u0440\u043e\u043c \u044d\u0442\u0430\u0436\u0435, \u043f\u043e\u0442\u043e\u043c\u0443 \u0447\u0442\u043e \u0434\u043e\u043c\u0430 \u043d\u0438\u043a\u043e\u0433\u043e \u043d\u0435 \u0431\u044b\u043b\u043e, \u0438 \u043e\u043d\u0430 \u0441\u043a\u0430\u0437\u0430\u043b\u0430, \u0447\u0442\u043e \u0431\u0443\u0434\u0435\u0442 \u0434\u043e \u0448\u0435\u0441\u0442\u0438.',
  ],
  [
    'da',
    'Jeg har lagt n\u00f8glerne hos fru Hansen p\u00e5 anden sal, for der var ikke nogen hjemme, og hun sagde, at hun ville v\u00e6re der indtil klokken seks i dag.',
  ],
];

describe('TextLanguageDetector', () => {
  it.each(english)('takes for English: %s', (text) => {
    expect(detector.detect(text)).toEqual({ language: 'en', latin: 1, other: 0 });
  });
  it.each([
    'lamp.house.parts.fitInto(o, ILamp) => ILamp.fits(o) parts.fixAll(o.__kind__, due); tre.la.conta(si)',
    'opus_locorum = de_rebus(tempora, loca_aliena); novum::opus(loca)',
    'const pianoForte = nuovoPiano(laScala, ilCoro); pianoForte.suonaLa()',
  ])('finds no other language in names of programs: %s', (code) => {
    const prose = `${english[0]} ${english[2]}`;
    expect(detector.detect(`${prose}\n\n${code}\n\n${prose}`)).toEqual({ language: 'en', latin: 1, other: 0 });
    expect(detector.detect(code).language).toBe(new TextLanguageDetector().detect(`${code}\n`).language);
  });
  it.each(others)('takes for "%s" and not for English: %s', (language, text) => {
    const found = detector.detect(text);
    expect(found.language).toBe(language);
    expect(isInLanguage(found, 'en')).toBe(false);
  });
  it.each([
    'hee alles goed? ik ben nu onderweg naar huis, kom je vanavond nog ff langs? heb u al gebeld maar je nam nie op lol. wat gaan we eten? neem ff wat brood mee als je wil, tot straks xx',
    'hey na wie gehts dir so? hab dich lange nich mehr gesehn lol. kommste heut abend noch vorbei oder was? bring ma bitte noch was zu trinken mit, hab nix mehr da, thx, c u',
    'sige kita na lang tayo bukas ha, txt mo ko pag anjan ka na, di ko alam kung sasama si kuya pero ok lang yan, basta wag ka ma late kasi aalis din ako agad lol thx u',
  ])('does not take for English short messages in another language: %s', (text) => {
    expect(isInLanguage(detector.detect(text), 'en')).toBe(false);
  });
  it('gives the share of Latin letters', () => {
    expect(detector.detect('\u0434\u0430 and \u043d\u0435\u0442').latin).toBeCloseTo(3 / 8, 12);
  });
  it('does not guess about a text without letters', () => {
    expect(detector.detect('12 + 34 = 46')).toEqual({ language: 'und', latin: 0, other: 0 });
  });
  const german = others[0]![1];
  it('is not misled by the beginning of a long text', () => {
    const found = detector.detect(`${english[0]!.repeat(150)}\n${german.repeat(300)}`);
    expect(found.language).toBe('de');
    expect(isInLanguage(found, 'en')).toBe(false);
  });
  it('says how much of an English text is in another language, at any place', () => {
    for (const text of [
      `${english[2]!.repeat(150)} ${german.repeat(50)}`,
      `${german.repeat(50)} ${english[2]!.repeat(150)}`,
    ]) {
      const { language, other } = detector.detect(text);
      expect(language).toBe('en');
      expect(other).toBeCloseTo(0.25, 1);
    }
  });
  it('sees another language within each sentence', () => {
    const french = 'le rue est avec les pour une dans maison pas vous trois nous plus mais cette sont jardin'.split(
      ' ',
    );
    const words = english[2]!.repeat(20).split(' ');
    const mixed = words.map((word, i) => (i % 3 === 2 ? french[((i / 3) % french.length) | 0]! : word)).join(' ');
    expect(isInLanguage(detector.detect(mixed), 'en')).toBe(false);
  });
  it('passes over what is not text', () => {
    expect(detector.detect(`${'\n'.repeat(20_001)}${english[0]!}`)).toEqual({ language: 'en', latin: 1, other: 0 });
  });
  it('does not see zero-width spaces inside words', () => {
    const text = english.join(' ').replace(/\b(\w)(\w)/g, '$1\u200b$2');
    expect(detector.detect(text)).toEqual({ language: 'en', latin: 1, other: 0 });
  });
  it('answers for a text of 10 MB as soon as for a page', () => {
    expect(detector.detect(english[0]!.repeat(70_000)).language).toBe('en');
  }, 2_000);
});

const foreign: Readonly<Record<string, string>> = {
  French:
    'Hier soir, en rentrant du marché, j’ai trouvé la porte ouverte et le chien couché sur le tapis. Personne ne répondait quand j’appelais. Mon frère avait laissé une lettre sur la table de la cuisine. Il disait qu’il partait pour quelques jours chez un ami. Je connais bien ses voyages, mais cette fois quelque chose me semblait différent.',
  German:
    'Am frühen Morgen fuhr der erste Zug ohne Fahrgäste aus dem Bahnhof, und niemand konnte erklären, warum. Der Schaffner stand auf dem Bahnsteig und schüttelte den Kopf. Seit drei Wochen kam die Post nicht mehr pünktlich. Meine Tante meinte, das liege am Wetter. Ich glaubte ihr kein Wort, aber ich schwieg.',
  Spanish:
    'Cuando llegamos al pueblo ya era de noche y las calles estaban vacías. Mi abuela nos esperaba en la puerta con una lámpara. Había preparado sopa, pan caliente y un poco de queso. Nadie podía cruzar al otro lado sin pedir prestada la barca. A la mañana siguiente fuimos a verlo, cansados y sin hablar.',
  Dutch:
    'Toen wij in het dorp aankwamen, was het al donker en de straten waren leeg. Mijn oma stond bij de deur te wachten met een lamp in haar hand. Ze had soep gekookt en vers brood gehaald bij de bakker. Niemand kon nog naar de overkant zonder de boot te lenen. De volgende ochtend gingen we bij hem langs.',
  Italian:
    'Quella mattina il treno partì vuoto dalla stazione e nessuno seppe spiegare il motivo. Il controllore restò sul binario a scuotere la testa. Da tre settimane la posta arrivava tardi e i negozi aprivano quando volevano. Mia zia diceva che era colpa del tempo, ma io non le credevo. Chi si lamentava doveva aspettare.',
  Portuguese:
    'Quando chegamos à aldeia já era noite e as ruas estavam vazias. A minha avó esperava-nos à porta com uma lanterna na mão. Tinha feito sopa e pão quente para a festa. Ninguém podia passar para o outro lado sem pedir o barco. Na manhã seguinte fomos falar com ele, cansados e em silêncio.',
  Latin:
    'Olim in parva villa prope mare senex quidam habitabat, qui filium unum et duas filias habebat. Pater eum ad se vocavit et haec verba dixit. Iam satis diu domi mansisti, nunc tempus est terras alienas videre. Filius nihil respondit, sed postero die navem conscendit. Sorores eum mortuum esse credebant.',
  'filler text':
    'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation ullamco laboris nisi ut aliquip ex ea commodo consequat. Duis aute irure dolor in reprehenderit in voluptate velit esse cillum dolore eu fugiat nulla pariatur.',
  Polish:
    'Kiedy dotarliśmy do wsi, było już ciemno i ulice były puste. Babcia czekała na nas przy drzwiach z lampą w ręku. Ugotowała zupę, upiekła chleb i wyjęła trochę sera. Nikt nie mógł przejść na drugą stronę, jeśli nie pożyczył łodzi. Następnego ranka poszliśmy do niego, zmęczeni i w milczeniu.',
  Swedish:
    'När vi kom fram till byn var det redan mörkt och gatorna var tomma. Mormor stod i dörren och väntade på oss med en lampa i handen. Hon hade kokat soppa och bakat bröd. Ingen kunde ta sig över till andra sidan utan att låna båten. Nästa morgon gick vi till honom, trötta och under tystnad.',
  Russian:
    'Вчера вечером мы долго говорили о письме, которое никто не подписал. Потом пришёл сосед и сказал, что всё это неправда. Я оставил ключи на втором этаже. Утром снова шёл дождь, и улица была совсем пустой.',
};
const prose = english.join(' ');
const letters = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;
const sentences = (text: string): string[] => text.match(/[^.!?]+[.!?]+/g) ?? [];
/** The text, over and over, up to so many letters, in whole sentences. */
const upTo = (text: string, count: number): string => {
  const all = sentences(text);
  let taken = '';
  for (let i = 0; letters(taken) < count; i++) taken += ` ${all[i % all.length]!.trim()}`;
  return taken.trim();
};
const inTurn = (one: string, other: string): string => {
  const others = sentences(other);
  return sentences(one)
    .map((sentence, i) => `${sentence} ${others[i % others.length]!}`)
    .join(' ');
};

describe.each(Object.entries(foreign))('an English text partly in %s', (_, other) => {
  it.each([
    ['700 letters of either', `${upTo(prose, 700)} ${upTo(other, 700)}`],
    ['600 letters of either, the other first', `${upTo(other, 600)}\n\n${upTo(prose, 600)}`],
    ['parts of 200 letters in turn', `${upTo(prose, 200)} ${upTo(other, 200)} `.repeat(12)],
    ['a sentence in turn', inTurn(upTo(prose, 2000), other)],
  ])('has no ratio: %s', (__, text) => {
    expect(isInLanguage(detector.detect(text), 'en')).toBe(false);
  });
  it('is recognised by its share', () => {
    const text = `${upTo(prose, 2500)}\n\n${upTo(other, 230)}\n\n${upTo(prose, 200)}`;
    const found = detector.detect(text);
    expect(isInLanguage(found, 'en')).toBe(true);
    expect(found.other).toBeCloseTo(letters(upTo(other, 230)) / letters(text), 1.7);
    expect(found.other).toBeGreaterThan(0.05);
    const little = `${upTo(prose, 6000)} ${upTo(other, 150)}`;
    expect(detector.detect(little).other).toBeLessThan(0.05);
  });
});

describe('an English text', () => {
  it.each([
    [
      'names',
      'We thanked Maria de la Cruz, José García, Ludwig van Beethoven, Jean-Luc du Pont, Søren Kierkegaard, Otto von Bismarck, Leonardo da Vinci and Łukasz Żak for their help.',
    ],
    [
      'titles',
      'She was reading À la recherche du temps perdu, and then Die Verwandlung; he would rather have had La dolce vita or El laberinto de la soledad.',
    ],
    [
      'a foreign phrase',
      'It was, as they say, a fait accompli, and the quid pro quo had a certain je ne sais quoi about it.',
    ],
    [
      'addresses',
      'Send it to:\nVia Roma 12, 00184 Roma\nCalle de Alcalá 40, Madrid\n12 rue de la Paix, Paris\nUnter den Linden 5, Berlin',
    ],
    ['a list', '- two pounds of flour\n- salt\n- butter\n- six eggs\n- vanilla\n- a lemon\n- sugar'],
    [
      'code',
      'const total = items.map((item) => item.price * item.count).reduce((a, b) => a + b, 0);\nif (total > limit) return null;',
    ],
    ['dialect', 'Ah dinnae ken whit ye mean, ye daft wee man, an’ Ah’ll no be tellt by the likes o’ ye, so Ah’ll no.'],
    [
      'old spelling',
      'Whan that Aprille with his shoures soote the droghte of March hath perced to the roote, and bathed every veyne in swich licour of which vertu engendred is the flour.',
    ],
    [
      'speech',
      'So, yeah, no, I mean, uh, we was gonna, you know, go up there and, um, do the, the thing, uh-huh, and he goes, no way, man.',
    ],
    [
      'legal Latin',
      'The petition for a writ of certiorari and the motion of amicus curiae are denied; review is de novo, and the appellant appears pro se.',
    ],
  ])('is English with %s', (_, part) => {
    const { language, other } = detector.detect(`${prose} ${part} ${prose}`);
    expect(language).toBe('en');
    expect(other).toBeLessThan(0.05);
  });
});

describe('a rough look at a long text', () => {
  const [, german] = others.find(([language]) => language === 'de')!;
  const [, french] = others.find(([language]) => language === 'fr')!;

  it.each([
    ['in one language', `${german} `.repeat(90)],
    ['with a third in another', `${`${german} `.repeat(60)}${`${french} `.repeat(30)}`],
    ['with every other sentence in another', `${german} ${german} ${french} `.repeat(30)],
    ['that is short', german],
    ['in English', `${english[0]} `.repeat(60)],
  ])('says of one %s what a full one says', (_, text) => {
    const [rough, full] = [detector.detect(text, true), detector.detect(text)];
    expect(rough.language).toBe(full.language);
    expect(Math.abs(rough.other - full.other)).toBeLessThan(0.03);
  });
});

it('is built without the n-grams of languages, which are a file of their own', () => {
  const dist = path.join(import.meta.dirname, '../../../dist');
  const thread = fs.readFileSync(path.join(dist, 'engineWorker.js'), 'utf8');
  expect(thread).toContain('require("./languages.js")');
  expect(thread).not.toContain('node_modules/eld/src/ngrams');
  const { eld } = createRequire(import.meta.url)(path.join(dist, 'languages.js')) as { readonly eld: typeof namer };
  expect(eld.detect(others[0]![1]).language).toBe('de');
});
