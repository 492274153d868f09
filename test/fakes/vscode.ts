// As much of VS Code as parts of the extension need that are tried without a window. Tests say what is open there.
type Listener<News> = (news: News) => unknown;

export class EventEmitter<News> {
  private readonly listeners = new Set<Listener<News>>();

  readonly event = (listener: Listener<News>): { dispose(): void } => {
    this.listeners.add(listener);
    return { dispose: () => this.listeners.delete(listener) };
  };

  fire(news: News): void {
    for (const listener of this.listeners) listener(news);
  }

  dispose(): void {
    this.listeners.clear();
  }
}

export const Disposable = {
  from: (...held: readonly { dispose(): unknown }[]) => ({
    dispose: () => {
      for (const each of held) each.dispose();
    },
  }),
};

/** A file by its path with forward slashes. */
export class Uri {
  readonly scheme = 'file';
  readonly authority = '';
  readonly query = '';

  private constructor(readonly path: string) {}

  static file(path: string): Uri {
    return new Uri(path);
  }

  static parse(text: string): Uri {
    return new Uri(new URL(text).pathname);
  }

  static joinPath({ path }: Uri, ...parts: readonly string[]): Uri {
    return new Uri([path, ...parts].join('/'));
  }

  get fsPath(): string {
    return this.path;
  }

  toString(): string {
    return `file://${this.path}`;
  }
}

export const textChanges = new EventEmitter<{ document: object; contentChanges: readonly object[] }>();
export const editorChanges = new EventEmitter<{ readonly document: { readonly uri: Uri } } | undefined>();
const nothingHappens = new EventEmitter<never>().event;

export const workspace = {
  isTrusted: true,
  workspaceFolders: [] as { readonly name: string; readonly uri: Uri }[],
  textDocuments: [] as { readonly uri: Uri; readonly version?: number; getText(): string }[],
  getWorkspaceFolder: (): unknown => workspace.workspaceFolders[0],
  onDidChangeTextDocument: textChanges.event,
  onDidCloseTextDocument: nothingHappens,
  fs: { stat: () => Promise.resolve({}), createDirectory: () => Promise.resolve() },
};

export const window = {
  activeTextEditor: undefined as { readonly document: { readonly uri: Uri } } | undefined,
  visibleTextEditors: [] as { readonly document: { readonly uri: Uri } }[],
  onDidChangeActiveTextEditor: editorChanges.event,
  onDidChangeWindowState: nothingHappens,
  /** Shows nothing; the work goes on without a way to cancel it from the notification. */
  withProgress: <Result>(_options: object, work: (shown: object, token: object) => Promise<Result>): Promise<Result> =>
    work({ report: () => undefined }, { onCancellationRequested: () => undefined }),
  tabGroups: { all: [], close: () => Promise.resolve(true), onDidChangeTabs: nothingHappens },
};

export class CancellationTokenSource {
  private readonly requested = new EventEmitter<undefined>();
  readonly token = { isCancellationRequested: false, onCancellationRequested: this.requested.event };

  cancel(): void {
    this.token.isCancellationRequested = true;
    this.requested.fire(undefined);
  }

  dispose(): void {
    this.requested.dispose();
  }
}

export const ProgressLocation = { Notification: 15 };

export const l10n = { t: (sentence: string) => sentence };

export const commands = { executeCommand: () => Promise.resolve() };
