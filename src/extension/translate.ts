import * as vscode from 'vscode';
import type { Translate } from '../presentation/words/translate';

/** Core's sentences in the language of the window. */
export const translate: Translate = (sentence, values = {}) => vscode.l10n.t(sentence, values);
