import * as vscode from 'vscode';
import type { Say } from '../presentation/words/say';

/** Core's sentences in the language of the window. */
export const translate: Say = (sentence, values = {}) => vscode.l10n.t(sentence, values);
