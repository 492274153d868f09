import { IdiographError } from '../core/errors';
import type { StopSignal } from '../core/basics/work';
import { CaseFolder } from '../node/casework/caseFolder';
import { findCase, findIndexOfWindow, type IndexOfWindow } from '../node/casework/folderEntries';
import { toPlaceError } from '../node/systemError';
import { UnreadFiles } from '../node/casework/unreadFiles';
import type { LocalEngine } from '../node/localEngine';
import type { EngineService } from '../protocol/engine';
import { bundle, openBundle } from './bundle';
import { type Answering, type CaseAddress, CaseAt, type DecisionHistory } from './caseAt';
import * as indexing from './indexing';
import { compareTexts, concordance, explainKept, known, overview } from './comparisons';
import { report, reportShown, rerun } from './reports';
import { Results } from './resultStore';
import { results } from './results';
import { intake, readCandidate, review, reviewAll, reviewText, verify } from './reviews';
import * as settings from './settings';
import { text } from './texts';
import * as windows from './windows';

export interface CaseFacts {
  /** Its folder, or its case file if that was named. Calls about the case use it as the address. */
  readonly place: string;
  readonly folder: string;
  /** Its case file, or the path that one would have. */
  readonly file: string;
}

/** The engine that answers for cases. Its methods take the stop signal first. */
export type CaseEngine = Pick<LocalEngine, keyof EngineService>;

/** Finds the case that is named, or the case around a place, reads it and reports what is wrong in it. Undefined if there is none. */
async function* open(at: CaseAt): Answering<CaseFacts | undefined> {
  const { folder } = at;
  if (!folder) return undefined;
  for (const notice of await at.listWarnings(true)) yield { notice };
  if (at.mayWrite) yield* at.tryWrite(() => folder.recordUnlogged(!at.namesIndex));
  return { place: folder.hasFile ? folder.file : folder.folder, folder: folder.folder, file: folder.file };
}

/** Everything that can be asked of a case. */
const methods = {
  ...{
    open,
    intake,
    review,
    reviewAll,
    reviewText,
    readCandidate,
    explainKept,
    results,
    result: (at: CaseAt, id: string) => at.results.read(at, id),
    verify,
    compareTexts,
    text,
    concordance,
    known,
  },
  ...{
    overview,
    report,
    reportShown,
    rerun,
    bundle,
    openBundle,
  },
  ...indexing,
  ...settings,
  ...windows,
};
type Methods = typeof methods;

/** The methods as another thread calls them. */
export type CaseCalls = {
  readonly [Name in keyof Methods]: Methods[Name] extends (
    at: CaseAt,
    ...args: infer Args
  ) => Answering<infer Answer, unknown> | Generator<unknown, infer Answer>
    ? (...args: Args) => Promise<Answer>
    : never;
};

/**
 * The only class that answers questions about cases. It runs in a thread of its own, and keeps each case in memory until it changes.
 */
export class CaseService {
  private readonly opened = new Map<string, Promise<CaseFolder>>();
  private readonly results = new Map<string, Results>();
  private readonly unread: UnreadFiles;
  private readonly history: DecisionHistory = new Map();
  /** Indexes at earlier places that were moved, or cannot be. */
  private readonly moved = new Set<string>();

  constructor(private readonly parts: { readonly engine: CaseEngine; readonly modelsFolder: string }) {
    const { engine } = parts;
    const stop = { stopped: false };
    this.unread = new UnreadFiles({
      listDocuments: (index) => engine.listDocuments(stop, index),
      readDocument: (file) => engine.readDocument(stop, file),
    });
  }

  /** The steps of a question about a case, and then its answer. A question of the engine alone is answered with the names of the case. */
  async *answer(
    stop: StopSignal,
    address: CaseAddress & { readonly place?: string | undefined },
    method: string,
    args: readonly unknown[],
  ): Answering<unknown, unknown> {
    const [, ofCase] = /^case (\w+)$/.exec(method) ?? [];
    const [folder, ofWindow] = await this.findPlaces(address, ofCase === 'open').catch((error: unknown) => {
      throw toPlaceError(error);
    });
    const findResults = (of: string): Results => this.findResults(of);
    const parts = { ...this.parts, unread: this.unread, history: this.history, findResults };
    const at = new CaseAt({ ...parts, indexOfWindow: ofWindow?.index }, address, folder, stop);
    if (ofWindow) yield* this.moveEarlier(at, ofWindow);
    if (ofCase === undefined) {
      const given = args as Parameters<EngineService[keyof EngineService]>;
      return yield* at.hideNames(at.ask(method as keyof EngineService, ...given));
    }
    if (!Object.hasOwn(methods, ofCase)) throw new Error(`the case service has no method ${ofCase}`);
    const call = methods[ofCase as keyof Methods] as (
      at: CaseAt,
      ...given: readonly unknown[]
    ) => Answering<unknown, unknown>;
    return yield* at.hideNames(call(at, ...args));
  }

  private findResults(index: string): Results {
    const found = this.results.get(index) ?? new Results(index);
    this.results.set(index, found);
    return found;
  }

  /** The case of an address, and the index of a window. */
  private async findPlaces(address: CaseAddress & { readonly place?: string | undefined }, isOpened: boolean) {
    const { index, window } = address;
    const folder = await this.findFolder(address, isOpened);
    if (!window || index !== undefined) return [folder] as const;
    const { root, ...others } = window;
    const ofRoot = root === undefined ? undefined : await this.findFolder({ folder: root }, false);
    return [folder, findIndexOfWindow(root, { ...others, isCase: ofRoot?.validation !== undefined })] as const;
  }

  /** Moves the index of a window, and its results, from an earlier place. If this fails, the user is informed, and the index stays there. */
  private async *moveEarlier(at: CaseAt, { index, earlier: from }: IndexOfWindow): Answering<void> {
    if (from === undefined || this.moved.has(from)) return;
    this.moved.add(from);
    try {
      if (yield* at.ask('moveIndex', from, index)) yield* at.results.moveFrom(at, from);
      else this.moved.delete(from);
    } catch (error) {
      if (!(error instanceof IdiographError)) throw error;
      yield { notice: { code: 'indexNotMoved', values: { from, reason: error.message } } };
    }
  }

  /** The case of an address. It is read again if it has changed, or if it is opened again. */
  private async findFolder(
    { folder: named, place }: CaseAddress & { readonly place?: string | undefined },
    isOpened: boolean,
  ): Promise<CaseFolder | undefined> {
    const folder = named ?? (place === undefined ? undefined : await findCase(place));
    if (folder === undefined) return undefined;
    const before = isOpened ? undefined : await this.opened.get(folder);
    if (before?.isCurrent()) return before;
    const opening = CaseFolder.open(folder);
    this.opened.set(folder, opening);
    opening.catch(() => this.opened.delete(folder)); // the next call tries a case again that could not be read
    return opening;
  }
}
