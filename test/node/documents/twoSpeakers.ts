import { wordParagraph } from './officeFiles';

// Invented conversations of two people, in the forms that programs and people write them.

export const ann = [
  'We never had a key for the boathouse, not in my time. You lifted the latch with a knife.',
  'I do not know who painted it. It was green when we came and it was green when we left.',
  'My brother kept eels in a tub by the door, and they got out twice that summer.',
  'Nobody asked us before they felled the willows, so we only heard the saws.',
  'If you want the truth, I was glad of the light, though I would not have said it then.',
  'There is a photograph somewhere, with the tub in it and half of my mother.',
];
export const ben = [
  'Thank you. According to the register, a lock was fitted in the spring of 1974.',
  'The committee is grateful for this detail, which is not found in any of its files.',
  'May I ask whether the county was informed about the animals at the time?',
  'The order was signed in March, and notice was given on two occasions in the hall.',
  'That is understandable; several residents have expressed a similar opinion since.',
  'Should it come to light, the archive would gladly make a copy at its own expense.',
];
export const [A, B] = ['Ann Lee', 'Ben Ode'];

/** What is written for one turn. */
export type Write = (name: string, text: string, turn: number) => string;
/** All turns, by whom and what. */
export const turns = ann.flatMap((own, i) => [
  [A, own],
  [B, ben[i]!],
]) as readonly (readonly [string, string])[];
export const each = (write: Write, between = '\n'): string =>
  turns.map(([name, text], turn) => write(name, text, turn)).join(between);
export const first = (name: string): string => name.split(' ')[0]!;
export const initials = (name: string): string => name.replace(/[^A-Z]/g, '');
export const two = (i: number): string => String(i).padStart(2, '0');
export const wrap = (text: string, width = 60): readonly string[] =>
  text.match(new RegExp(`.{1,${width}}(?: |$)`, 'g'))!;
export const page = (body: string): string =>
  `<!DOCTYPE html><html><head><title>x</title></head><body>${body}</body></html>`;
export const cell = (text: string): string => `<w:tc><w:tcPr/>${wordParagraph(text)}</w:tc>`;
export const wordTable = (rows: readonly (readonly string[])[]): string =>
  `<w:tbl>${rows.map((row) => `<w:tr>${row.map(cell).join('')}</w:tr>`).join('')}</w:tbl>`;
export const german = (turn: number): string =>
  ['Damals war das anders.', 'Das steht so im Buch.', 'Aale waren es, keine Fische.', 'Man hat uns nicht gefragt.'][
    turn % 4
  ]!;
export const escape = (text: string): string => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;');
export const mailHead = (name: string, turn: number): string =>
  `From ${initials(name).toLowerCase()}@m.example Mon Mar ${two(turn + 1)} 10:14:00 2020\nFrom: ${name} <${initials(name).toLowerCase()}@m.example>\nDate: Mon, ${turn + 1} Mar 2020 10:14:00 +0000\nSubject: Boathouse\nMessage-ID: <${turn}@x>\n\n`;
export const numbered = (all: readonly string[]): string =>
  all.map((line, i) => `${String(1 + (i % 25)).padStart(2)}  ${line}`).join('\n');

export type Files = readonly (readonly [file: string, content: string | Uint8Array])[];
