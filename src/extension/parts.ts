import type * as vscode from 'vscode';
import type { DocumentFactsStore } from './case/documentFacts';
import type { WindowCase } from './case/windowCase';
import type { Problems, Work } from './window';

/** The parts that most of the window uses. Each user declares which ones it needs. */
export interface WindowParts {
  readonly cases: WindowCase;
  readonly facts: DocumentFactsStore;
  readonly problems: Problems;
  readonly work: Work;
  readonly memory: vscode.Memento;
  readonly secrets: vscode.SecretStorage;
}
