import { describe, expect, it } from 'vitest';
import { readSource } from '../../../src/core/text/readText';

const ownText = (text: string): string => readSource({ text }).own;

const own = 'The lamp in the stair has failed again.\n\nCould somebody come before the weekend?\n\n';
const old = 'We have had your report and shall send a man.\n\nHe will ring first.\n';
const reportWords = 'The man came and the lamp burns.\n';

describe('a line of a help desk that asks for an answer above it', () => {
  it.each([
    '##- Please type your reply above this line -##',
    '##- Bitte geben Sie Ihre Antwort oberhalb dieser Zeile ein. -##',
    '##- Veuillez saisir votre réponse au-dessus de cette ligne -##',
    '##- Por favor, escriba su respuesta por encima de esta línea -##',
    '--- Bitte oberhalb dieser Linie antworten ---',
    '-- Répondre au-dessus de cette ligne --',
    '>>> Please enter your reply above this line <<<',
    '—-—-—-—\nReply above this line.',
    '[Reply above this line]',
    'Write ABOVE THIS LINE to post a reply or view this on Basecamp',
    '--- Do not write below this line ---',
    '##- Typ uw antwoord boven deze regel -##',
  ])('ends what the author wrote: %s', (line) => {
    expect(ownText(`${own}${line}\n\n${old}`)).toBe(own);
    expect(ownText(`${own}On Mon, 3 May 2021 at 09:12, Desk <desk@merrow.example> wrote:\n\n${line}\n\n${old}`)).toBe(
      own,
    );
  });

  it('is all that is left out of a mail that the program sent', () => {
    expect(ownText(`##- Please type your reply above this line -##\n\n${old}`).trim()).toBe(old.trim());
  });

  it.each([
    'Please reply above this line, it said, and so I did.',
    'I was told to answer above the line, and nobody looked there.',
    'The words above this line are mine, those below this line are not.',
    '--- Please reply below this line ---',
  ])('is not seen in words of the author: %s', (line) => {
    expect(ownText(`${own}${line}\n\n${reportWords}`)).toContain(reportWords);
  });
});
