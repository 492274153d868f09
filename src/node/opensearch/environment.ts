import { usage } from '../../core/errors';
import type { Credentials, ServerAddress } from '../../core/server';

/**
 * The address with what the environment says of it: `IDIOGRAPH_SERVER_API_KEY`, or `IDIOGRAPH_SERVER_USER` and
 * `IDIOGRAPH_SERVER_PASSWORD`; `IDIOGRAPH_SERVER_CA`, a file of certificates.
 *
 * @throws Usage  a user without a password
 */
export function addressOf(url: string, environment: NodeJS.ProcessEnv = process.env): ServerAddress {
  const { IDIOGRAPH_SERVER_CA: certificates } = environment;
  const credentials = credentialsOf(environment);
  return { url, ...(certificates && { certificates }), ...(credentials && { credentials }) };
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
