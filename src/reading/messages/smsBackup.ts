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
      onopentag: (name, { type, msg_box: box, body, text: part, ct, contact_name: contact = '', address = '' }) => {
        const other = contact === '' || contact === '(Unknown)' ? address : contact; // somebody may be in no address book
        if (name === 'sms' || name === 'mms') sender = (name === 'sms' ? type : box) === '1' ? other : owner;
        const own = name === 'part' && ct === 'text/plain' ? part : name === 'sms' ? body : undefined;
        if (own) messages.push({ author: sender, text: own });
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(text);
  return messages;
}
