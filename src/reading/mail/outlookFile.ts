import { createContext, Script } from 'node:vm';
import type * as Library from 'pst-extractor';
import { IdiographError, unreadableDocument } from '../../core/errors';
import { type StopSignal, throwIfStopped } from '../../core/basics/work';
import { computeSha256 } from '../../node/sha256';

/** Mails, and posts to a folder. Other messages are dates, tasks and contacts, or by a server. */
const byPerson = /^IPM\.(?:Note|Post)(?!\.(?:Rss|Rules\.))/i;
const headers = /^(?:From:\s*\S|Date:|X-Original-From:|X-Original-Sender:).*(?:\r?\n[ \t].*)*/gim;

/** In some damaged files a step of the library has no end. It is tried again for twice the time, from the first to the last, in ms. */
const [shortestStep, longestStep] = [250, 8000];

/** A data file of Outlook ([MS-PST]) as a mailbox (RFC 4155). Unreadable mails have no text. Throws UnreadableDocument, Cancelled. */
export function toMailbox(bytes: Buffer, name: string, stop: StopSignal): Buffer {
  // oxlint-disable-next-line typescript/no-require-imports -- an import would load it at each start
  const { PSTFile } = require('pst-extractor') as typeof Library;
  const mails: string[] = [];
  const seen = new Set<string>(); // a damaged folder may be a part of itself
  const [script, box] = [new Script('step()'), createContext({ step: undefined as unknown })];
  const run = <T>(step: () => T, timeout = shortestStep): T => {
    throwIfStopped(stop);
    box['step'] = step;
    try {
      return script.runInContext(box, { timeout }) as T;
    } catch (error) {
      const isEndless = (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
      if (!isEndless || timeout >= longestStep) throw error;
      return run(step, 2 * timeout);
    }
  };
  const readFolder = (folder: Library.PSTFolder): void => {
    if (seen.size === seen.add(folder.descriptorNodeId.toString()).size) return;
    let left = folder.containerClass.startsWith('IPF.Note') ? Math.min(folder.emailCount, folder.contentCount) : 0;
    for (let mail: Library.PSTMessage | null; (mail = run(() => folder.getNextChild() as typeof mail)); left--)
      if (byPerson.test(mail.messageClass)) mails.push(run(() => toEntry(mail)));
    if (left > 0) mails.push(toEntry(null, left));
    if (folder.hasSubfolders) run(() => folder.getSubFolders()).forEach(readFolder);
  };
  try {
    const file = run(() => new PSTFile(bytes));
    if (bytes[9] !== 0x4f && run(() => file.getMessageStore()['getIntItem'](0x67ff)) !== 0)
      // a .ost has another number there
      throw unreadableDocument(name, 'it has a password; remove it in Outlook');
    readFolder(run(() => file.getRootFolder()));
  } catch (error) {
    throw error instanceof IdiographError ? error : unreadableDocument(name, 'it is encrypted, damaged or too large');
  }
  return Buffer.from(mails.join(''));
}

/** A mail, or a number of mails that cannot be read, as it is in a mailbox, with marks before lines that begin with "From " (mboxrd). */
function toEntry(mail: Library.PSTMessage | null, count = 1): string {
  let [sent, text] = [new Date(0), `Subject: unreadable mails, ${count}\n`];
  try {
    if (mail) [sent, text] = [mail.clientSubmitTime ?? mail.messageDeliveryTime ?? sent, toMail(mail)];
  } catch {} // the mail stays unreadable
  return `From - ${sent.toUTCString()}\n${text.replace(/(^|\n)(>*From )/g, '$1>$2')}\n\n`;
}

/** A mail in the form of RFC 5322, with its attached mails and the names of other attached files. */
function toMail(mail: Library.PSTMessage): string {
  const address = mail['getStringItem'](0x5d01) || mail.senderEmailAddress; // PidTagSenderSmtpAddress
  const sender = `From: "${mail.senderName.replace(/["\\\s]+/g, ' ')}" <${address.replace(/[<>\s]+/g, '')}>`;
  const said = mail.transportMessageHeaders.match(headers) ?? []; // of several senders the first one counts, as in a mailbox
  const head = [...said, sender, `Subject: ${mail.subject.replace(/\s+/g, ' ')}`, ''].join('\n');
  const [sealed, signed] = /\.SMIME(\.MultipartSigned)?$/i.exec(mail.messageClass) ?? [];
  if (sealed) return `${head}Content-Type: application/pkcs7-mime; smime-type=${signed ? 'signed-data' : ''}\n\n`; // is refused
  const bodies = Object.entries({ plain: mail.body, html: mail.bodyHTML }).filter(([, text]) => text.trim() !== '');
  const attached = Array.from({ length: mail.numberOfAttachments }, (_, i) => {
    const { embeddedPSTMessage: inside, longFilename, filename, contentId } = mail.getAttachment(i);
    const place = `attachment; filename*=utf-8''${encodeURIComponent(longFilename || filename)}`;
    if (inside) return `Content-Type: message/rfc822\n\n${toMail(inside)}`;
    return `Content-Type: x/file\nContent-Disposition: ${place}\n${contentId && 'Content-ID: <shown>\n'}`;
  });
  const written = bodies.map(([type, text]) => `Content-Type: text/${type}; charset=utf-8\n\n${text}`);
  return head + joinParts('mixed', [joinParts('alternative', written), ...attached]);
}

/** Parts between lines that no part has in itself, always with the same bytes. */
export function joinParts(kind: string, parts: readonly string[]): string {
  const line = computeSha256(parts.join(''));
  const written = parts.map((part) => `--${line}\n${part}\n`).join('');
  return `Content-Type: multipart/${kind}; boundary="${line}"\n\n${written}--${line}--\n`;
}
