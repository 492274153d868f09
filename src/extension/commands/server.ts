import type { Command } from './command';

/** Keeps the account for the server that the settings name. */
export const enterServerAccount: Command = ({ choices }) => choices.server.enter();

/** Forgets it. */
export const forgetServerAccount: Command = ({ choices }) => choices.server.forget();
