import { Parser } from 'htmlparser2';
import { owner } from '../text/chatHeadLines';

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
      onopentag: (name, { type, msg_box: box, contact_name: contact = '', address = '', body, text: part, ct }) => {
        const other = contact === '' || contact === '(Unknown)' ? address : contact;
        if (name === 'sms' && body) messages.push({ author: type === '1' ? other : owner, text: body });
        if (name === 'mms') sender = box === '1' ? other : owner;
        if (name === 'part' && ct === 'text/plain' && part) messages.push({ author: sender, text: part });
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(text);
  return messages;
}
