/** Signs that separate the operands of a stream: escaped signs, brackets, hexadecimal strings, and pictures within the stream. */
const border = /\\[^]|[()[\]]|<[\da-f\s]+>|\s(?:BI|EI)(?=\s)/gi;

/** The number of bytes in the longest text, or list of texts, that a stream gives to one operation. Linear in the stream. */
export function findLongestOperand(stream: string): number {
  const open = new OpenOperand();
  let longest = 0;
  for (const { 0: sign, index } of stream.matchAll(border)) longest = Math.max(longest, open.take(sign, index));
  return longest;
}

/** What is open at a place of a stream: a text with brackets, a list, or a picture, of which nothing counts. */
class OpenOperand {
  private texts = 0;
  private isInList = false;
  private isInPicture = false;
  private start = 0;

  /** Bytes of the operand that a border ends; 0 if it ends none. */
  take(sign: string, index: number): number {
    if (this.texts === 0 && /^\s/.test(sign)) this.isInPicture = sign.endsWith('BI');
    if (this.isInPicture) return 0;
    if (sign.startsWith('<')) return this.texts === 0 ? sign.length / 2 : 0;
    const wasOpen = this.checkOpen();
    this.follow(sign);
    if (!wasOpen) this.start = index;
    return wasOpen && !this.checkOpen() ? index - this.start : 0;
  }

  private checkOpen(): boolean {
    return this.texts > 0 || this.isInList;
  }

  private follow(sign: string): void {
    if (sign === '(') this.texts += 1;
    else if (sign === ')') this.texts = Math.max(0, this.texts - 1);
    else if (this.texts === 0 && /^[[\]]$/.test(sign)) this.isInList = sign === '[';
  }
}
