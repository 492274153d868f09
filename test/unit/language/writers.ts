import type { KnownDocument } from '../../../src/core/domain/evidence';
import type { ReviewedIndex } from '../../../src/core/ports';
import { countWords } from '../../../src/core/text/countWords';
import { createRandom, hashWithSeed } from '../../../src/core/evaluation/scoreGroups';

/** Words of a language, what joins them, and the marks that end a sentence. */
interface Script {
  readonly words: readonly string[];
  readonly blank: string;
  readonly ends: readonly string[];
}

const spaced = (words: string, ends = ['. ', '! ', ' … ', '? ']): Script => ({
  words: words.split(' '),
  blank: ' ',
  ends,
});
const unspaced = (words: string, ends: readonly string[]): Script => ({ words: words.split(' '), blank: '', ends });

/** Everyday words, from which made-up writers choose, each by their own habits. */
export const scripts: Readonly<Record<string, Script>> = {
  de: spaced(
    'der die und ich nicht haben wir gestern heute wieder schon noch immer Garten Brief Nachbar Straße Wetter schreiben kommen gehen sagen weil aber denn vielleicht leider ziemlich morgen Abend Küche Zug pünktlich schön müssen können zwischen',
  ),
  el: spaced(
    'και το δεν είναι σήμερα χθες πάλι ήδη ακόμα πάντα κήπος γράμμα γείτονας δρόμος καιρός γράφω έρχομαι πηγαίνω λέω επειδή αλλά ίσως δυστυχώς αρκετά αύριο βράδυ κουζίνα τρένο ωραίο πρέπει μπορώ ανάμεσα σπίτι',
  ),
  ru: spaced(
    'и не я мы он сегодня вчера снова уже ещё всегда сад письмо сосед улица погода писать приходить идти говорить потому но может жаль довольно завтра вечер кухня поезд красиво должен могу между дом',
  ),
  ar: spaced(
    'و في من على هذا اليوم أمس مرة ثم أيضا دائما حديقة رسالة جار شارع طقس كتب جاء ذهب قال لأن لكن ربما للأسف جدا غدا مساء مطبخ قطار جميل يجب أستطيع بين بيت',
    ['. ', '! ', '… ', '؟ '],
  ),
  zh: unspaced(
    '我 你 他们 今天 昨天 明天 已经 还是 总是 花园 信件 邻居 街道 天气 写字 过来 回去 说话 因为 但是 也许 可惜 非常 晚上 厨房 火车 漂亮 必须 可以 之间 房子 的 了 在 不 很',
    ['。', '！', '……', '？'],
  ),
  th: unspaced(
    'ฉัน เขา เรา วันนี้ เมื่อวาน พรุ่งนี้ แล้ว ยัง เสมอ สวน จดหมาย เพื่อนบ้าน ถนน อากาศ เขียน มา ไป พูด เพราะ แต่ อาจจะ เสียดาย มาก ตอนเย็น ครัว รถไฟ สวย ต้อง ได้ ระหว่าง บ้าน ไม่ ที่',
    [' ', '! ', '… ', ' ๆ '],
  ),
};

/** A text of some 400 words: a writer prefers some words, some pairs of words, and some marks. */
export function writeText(language: string, author: string, part: number): string {
  const { words, blank, ends } = scripts[language]!;
  const random = createRandom(hashWithSeed(`${language} ${author} ${part}`, 1));
  const liking = words.map((word) => 0.3 + (hashWithSeed(`${author} ${word}`, 2) % 1000) / 400);
  const total = liking.reduce((sum, weight) => sum + weight, 0);
  const choose = (): string => {
    let left = random() * total;
    return words[
      Math.max(
        0,
        liking.findIndex((weight) => (left -= weight) < 0),
      )
    ]!;
  };
  const end = ends[hashWithSeed(author, 3) % ends.length]!;
  const sentences = Array.from({ length: 40 }, () => {
    const sentence = Array.from({ length: 6 + Math.floor(random() * 8) }, choose).join(blank);
    return `${sentence}${random() < 0.4 ? end : ends[0]!}`;
  });
  return sentences.join('');
}

/** Documents by these writers, three each unless told, in one language or another. */
export function documentsIn(
  languages: Readonly<Record<string, readonly string[]>>,
  parts: readonly number[] = [1, 2, 3],
): readonly KnownDocument[] {
  return Object.entries(languages).flatMap(([language, writers]) =>
    writers.flatMap((author) =>
      parts.map((part): KnownDocument => {
        const id = `${language}-${author}-${part}`;
        const text = writeText(language, author, part);
        return { id, title: `${part}`, text, author, role: 'known', mode: 'written', genre: 'letter', language: 'en' };
      }),
    ),
  );
}

/** An index that only shows these documents. */
export function indexOf(documents: readonly KnownDocument[]): ReviewedIndex {
  const rows = documents.map(({ text, ...row }) => ({ ...row, words: countWords(text), spans: 0, textSha256: '' }));
  return {
    readInfo: () => ({ contentHash: documents.map(({ id }) => id).join() }),
    listDocuments: () => Promise.resolve(rows),
    readDocument: (id: string) => Promise.resolve(documents.find((document) => document.id === id)),
  } as unknown as ReviewedIndex; // nothing else is asked of it
}
