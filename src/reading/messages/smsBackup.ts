import { Parser } from 'htmlparser2';
import { owner } from '../text/heads';

/** Whether a text is a backup of SMS Backup & Restore. */
export function isOfSms(text: string): boolean {
  return /^[^]{0,2000}?<smses\b/.test(text);
}

/** The messages of a backup. Type 1 was received, type 2 was sent by the owner of the phone. Pictures (MMS) have parts of text. */
export function readSms(text: string): readonly { readonly author: string; readonly text: string }[] {
  const messages: { readonly author: string; readonly text: string }[] = [];
  let sender = '';
  const parser = new Parser(
    {
      onopentag: (name, { type, msg_box: box, body, text: part, ct, ...person }) => {
        if (name === 'sms') sender = type === '1' ? findOther(person) : owner;
        if (name === 'mms') sender = box === '1' ? findOther(person) : owner;
        const own = name === 'part' && ct === 'text/plain' ? part : name === 'sms' ? body : undefined;
        if (own) messages.push({ author: sender, text: own });
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(text);
  return messages;
}

/** The other person of a conversation: a name, or the number of somebody who is in no address book. */
function findOther({ contact_name: contact = '', address = '' }: Readonly<Record<string, string>>): string {
  return contact === '' || contact === '(Unknown)' ? address : contact;
}
