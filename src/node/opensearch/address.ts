import { usage } from '../../core/errors';

/** An address in its parts. */
export interface ParsedAddress {
  /** Without the index. */
  readonly node: string;
  readonly index: string;
  /** Host and port, as it is shown. */
  readonly host: string;
}

/** Names that OpenSearch allows and that need no escape in a path. */
const indexName = /^[a-z0-9][a-z0-9_.-]{0,200}$/;

/** Whether a name of an index is the address of one on a server. */
export function isServerUrl(name: string): boolean {
  return /^https?:\/\//i.test(name);
}

/** @throws Usage  where it is no address, names no index, is not encrypted on the way to another machine, or has a password in it */
export function parseAddress(text: string): ParsedAddress {
  if (!URL.canParse(text)) throw usage(`"${text}" is no address. Write https://host:9200/index.`);
  const url = new URL(text);
  const parts = url.pathname.split('/').filter((part) => part !== '');
  const index = parts.pop() ?? '';
  if (!isSafe(url))
    throw usage(
      `The address ${url.host} must begin with https: only a server on this machine may be spoken to in clear.`,
    );
  if (url.username !== '' || url.password !== '')
    throw usage(`Leave name and password out of the address of ${url.host}, which is shown and stored.`);
  if (!indexName.test(index) || url.search !== '' || url.hash !== '')
    throw usage(
      `The address of ${url.host} must end with the name of an index, in lower case: https://host:9200/index.`,
    );
  return { node: [url.origin, ...parts].join('/'), index, host: url.host };
}

/** Encrypted, or on this machine. */
function isSafe({ protocol, hostname }: URL): boolean {
  if (protocol === 'https:') return true;
  return protocol === 'http:' && (/^(localhost|\[::1\])$/.test(hostname) || /^127(\.\d{1,3}){3}$/.test(hostname));
}
