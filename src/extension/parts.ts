import type * as vscode from 'vscode';
import type { DocumentFactsStore } from './case/documentFacts';
import type { WindowCase } from './case/windowCase';
import type { Problems } from './problems';
import type { Work } from './work';

/** What most parts of the window work with; each part names what it needs of it. */
export interface WindowParts {
  readonly cases: WindowCase;
  readonly facts: DocumentFactsStore;
  readonly problems: Problems;
  readonly work: Work;
  readonly memory: vscode.Memento;
  readonly secrets: vscode.SecretStorage;
}
