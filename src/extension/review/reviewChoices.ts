import * as vscode from 'vscode';
import type { VerifierKind, Provenance } from '../../core/domain';
import { settingsHash } from '../../node/casework/results';
import type { ReviewOptions } from '../../protocol/engine';
import { caseOptions, onDidChangeCase } from '../case/caseFolder';
import type { DocumentFactsStore } from '../case/documentFacts';
import type { EngineClient } from '../engineClient';
import type { Problems } from '../problems';
import { readSettings } from '../settings';
import { ServerAccount } from './serverAccount';

const verifierKey = 'idiograph.verifier';

interface ChoicesDependencies {
  readonly engine: EngineClient;
  readonly facts: DocumentFactsStore;
  readonly problems: Problems;
  readonly memory: vscode.Memento;
  readonly secrets: vscode.SecretStorage;
}

/** What a review is made with: the settings, the chosen verifier, the facts of the text, and what its case pins and locks. */
export class ReviewChoices implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  /** Any of it may be another now. */
  readonly onDidChange = this.changed.event;
  private readonly listening: vscode.Disposable;
  readonly server: ServerAccount;

  constructor(private readonly deps: ChoicesDependencies) {
    this.server = new ServerAccount(deps.secrets);
    const fire = (): void => this.changed.fire();
    this.listening = vscode.Disposable.from(
      onDidChangeCase(fire),
      deps.facts.onDidChange(fire),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('idiograph')) fire();
      }),
    );
  }

  dispose(): void {
    this.listening.dispose();
    this.changed.dispose();
  }

  get verifier(): VerifierKind | 'automatic' {
    return this.deps.memory.get<VerifierKind | 'automatic'>(verifierKey) ?? 'automatic';
  }

  /** Remembers the verifier for this workspace; the next review uses it. */
  async chooseVerifier(kind: VerifierKind | 'automatic'): Promise<void> {
    await this.deps.memory.update(verifierKey, kind);
    this.changed.fire();
  }

  /** The options of a question to the engine, for a document. */
  async options(uri: vscode.Uri): Promise<ReviewOptions> {
    const { candidates, verbalScale, excludeQuotes, refused } = readSettings(uri);
    const said = refused.map((setting) =>
      vscode.l10n.t('The value of the setting {setting} is not allowed; its default is used.', { setting }),
    );
    void this.deps.problems.warn(said);
    const { verifier } = this;
    const server = await this.server.address(uri);
    return {
      candidates,
      scale: verbalScale,
      excludeQuotes,
      ...(verifier !== 'automatic' && { verifier }),
      ...(server && { server }),
      ...(await caseOptions(uri)),
    };
  }

  /** Stands for all that a review of a document with these facts, or with those of now, would be made with. */
  async settings(uri: vscode.Uri, stated?: Provenance): Promise<string> {
    const facts = stated ?? (await this.deps.facts.known(uri)) ?? { mode: 'unknown', genre: 'unknown', language: 'en' };
    return settingsHash(facts, await this.options(uri), await this.deps.engine.calls().modelFiles());
  }
}
