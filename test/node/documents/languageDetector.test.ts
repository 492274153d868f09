import { describe, expect, it } from 'vitest';
import { isValidatedLanguage } from '../../../src/core/text/validatedLanguage';
import { TinyldDetector } from '../../../src/node/documents/languageDetector';

const detector = new TinyldDetector();

const english = [
  'I left the keys with Mrs. Hall on the second floor because nobody was at home, and she said that she would be in until six at the latest today.',
  'ok so i tried that and it kinda works but now the other thing is broken again lol, any idea what i am doing wrong here? thanks in advance',
  'The committee shall, within thirty days of receipt of such notice, furnish to the applicant a written statement of the grounds upon which the decision was made.',
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

describe('TinyldDetector', () => {
  it.each(english)('takes for English: %s', (text) => {
    expect(detector.detect(text)).toEqual({ language: 'en', latin: 1, other: 0 });
  });
  it.each(others)('takes for "%s" and not for English: %s', (language, text) => {
    const found = detector.detect(text);
    expect(found.language).toBe(language);
    expect(isValidatedLanguage(found)).toBe(false);
  });
  it('gives the share of Latin letters', () => {
    expect(detector.detect('\u0434\u0430 and \u043d\u0435\u0442').latin).toBeCloseTo(3 / 8, 12);
  });
  it('does not guess about a text without letters', () => {
    expect(detector.detect('12 + 34 = 46')).toEqual({ language: 'und', latin: 0, other: 0 });
  });
  const german = others[0]![1];
  it('is not misled by what stands first in a long text', () => {
    const found = detector.detect(`${english[0]!.repeat(150)}\n${german.repeat(300)}`);
    expect(found.language).toBe('de');
    expect(isValidatedLanguage(found)).toBe(false);
  });
  it('says how much of an English text is in another language, wherever it stands', () => {
    for (const text of [
      `${english[2]!.repeat(150)} ${german.repeat(50)}`,
      `${german.repeat(50)} ${english[2]!.repeat(150)}`,
    ]) {
      const { language, other } = detector.detect(text);
      expect(language).toBe('en');
      expect(other).toBeCloseTo(0.25, 1);
    }
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
