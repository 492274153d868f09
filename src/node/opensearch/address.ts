import type { ServerAddress } from '../../core/domain/basis';
import { usage } from '../../core/errors';

/** Names that OpenSearch allows and that need no escape in a path. */
const indexName = /^[a-z0-9][a-z0-9_.-]{0,200}$/;

/** Whether the name of an index is an address on a server. */
export function isServerUrl(name: string): boolean {
  return /^https?:\/\//i.test(name);
}

/**
 * The parts of an address: the address without the index, the index, and host and port for display.
 * @throws Usage  if it is no address, names no index, is not encrypted to another machine, or has a password in it
 */
export function parseAddress(text: string) {
  if (!URL.canParse(text)) throw usage(`"${text}" is no address. Write https://host:9200/index.`);
  const url = new URL(text);
  const parts = url.pathname.split('/').filter((part) => part !== '');
  const index = parts.pop() ?? '';
  const { protocol, hostname } = url;
  const isHere = /^(localhost|\[::1\])$/.test(hostname) || /^127(\.\d{1,3}){3}$/.test(hostname);
  if (protocol !== 'https:' && !(protocol === 'http:' && isHere))
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

/**
 * The address with the values of the environment: `IDIOGRAPH_SERVER_API_KEY`, or `IDIOGRAPH_SERVER_USER` and `IDIOGRAPH_SERVER_PASSWORD`;
 * and `IDIOGRAPH_SERVER_CA`, a file of certificates.
 * @throws Usage  for a user without a password
 */
export function addressOf(url: string): ServerAddress {
  const {
    IDIOGRAPH_SERVER_CA: certificates,
    IDIOGRAPH_SERVER_API_KEY: apiKey,
    IDIOGRAPH_SERVER_USER: username,
    IDIOGRAPH_SERVER_PASSWORD: password = '',
  } = process.env;
  if (!apiKey && username && password === '')
    throw usage('IDIOGRAPH_SERVER_USER is set, but IDIOGRAPH_SERVER_PASSWORD is not.');
  const credentials = apiKey ? { apiKey } : username ? { username, password } : undefined;
  return { url, ...(certificates && { certificates }), ...(credentials && { credentials }) };
}
