import { readFile } from 'node:fs/promises';
import { unreadableDocument, usage } from '../../core/errors';
import { systemError } from '../systemError';
import type { Credentials, ServerAddress } from './address';

/**
 * The address with what the environment says of it: `IDIOGRAPH_SERVER_API_KEY`, or `IDIOGRAPH_SERVER_USER` and
 * `IDIOGRAPH_SERVER_PASSWORD`; `IDIOGRAPH_SERVER_CA`, a file of certificates.
 *
 * @throws UnreadableDocument (the file), Usage (a user without a password)
 */
export async function addressOf(url: string, environment: NodeJS.ProcessEnv = process.env): Promise<ServerAddress> {
  const { IDIOGRAPH_SERVER_CA: file } = environment;
  const credentials = credentialsOf(environment);
  return { url, ...(file && { ca: await certificates(file) }), ...(credentials && { credentials }) };
}

function credentialsOf(environment: NodeJS.ProcessEnv): Credentials | undefined {
  const {
    IDIOGRAPH_SERVER_API_KEY: apiKey,
    IDIOGRAPH_SERVER_USER: username,
    IDIOGRAPH_SERVER_PASSWORD: password,
  } = environment;
  if (apiKey) return { apiKey };
  if (!username) return undefined;
  if (!password) throw usage('IDIOGRAPH_SERVER_USER is set, but IDIOGRAPH_SERVER_PASSWORD is not.');
  return { username, password };
}

async function certificates(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw systemError(error, file, unreadableDocument);
  }
}
