import { type Blinding, Naming, namesFor } from '../../core/casework/blind';
import { IdiographError } from '../../core/errors';
import type { EngineProgress, EngineService } from '../../protocol/engine';
import type { CaseFolder } from './caseFolder';

/** What gives the engine's methods as calls. */
type Calls<Asking> = (asking: Asking) => EngineService;

/** How calls are followed. */
interface Followed {
  readonly onProgress?: (progress: EngineProgress) => void;
}

/** Methods whose answers or arguments name known authors or texts. All of them take an index first. */
const methods = [
  'review',
  'passages',
  'verifyAuthor',
  'profile',
  'concordance',
  'likeness',
  'listDocuments',
  'knownDocument',
  'checkIndex',
] as const satisfies readonly (keyof EngineService)[];

/**
 * How the authors of an index are called while a case is blind. Undefined: it is not. Authors without a name get one, which the case
 * file keeps from then on where it can be written.
 */
export async function namingOf(
  engine: Pick<EngineService, 'listDocuments' | 'indexInfo'>,
  index: string,
  opened: CaseFolder | undefined,
): Promise<Naming | undefined> {
  const { blinding } = opened ?? {};
  if (!opened || !blinding?.masked) return undefined;
  const { contentHash } = await engine.indexInfo(index);
  const kept = made.get(opened);
  if (kept?.of === index + contentHash) return kept.naming;
  const documents = await engine.listDocuments(index);
  const names = namesFor(documents, blinding.names);
  if (Object.keys(names).length > Object.keys(blinding.names).length) keep(opened, names);
  const naming = new Naming(names, documents);
  made.set(opened, { of: index + contentHash, naming });
  return naming;
}

/** Of each case as it was read, by the index and what it holds. */
const made = new WeakMap<CaseFolder, { readonly of: string; readonly naming: Naming }>();

function keep(opened: CaseFolder, names: Blinding['names']): void {
  try {
    opened.mask(names);
  } catch (error) {
    if (!(error instanceof IdiographError)) throw error; // a case that is only read has the same names each time
  }
}

/**
 * An engine whose answers have the names of a blind case, and which takes them in questions.
 *
 * @param calls   the engine's own calls
 * @param opened  the case; undefined: there is none
 */
export function blindCalls<Asking extends Followed>(
  calls: Calls<Asking>,
  asking: Asking,
  opened: () => Promise<CaseFolder | undefined>,
): EngineService {
  const plain = calls(asking);
  const blinded = Object.fromEntries(
    methods.map((method) => {
      const ask = async (index: string, ...args: unknown[]): Promise<unknown> => {
        const found = await namingOf(calls({} as Asking), index, await opened());
        if (!found) return call(plain, method, [index, ...args]);
        const told = asking.onProgress;
        const followed = told ? { ...asking, onProgress: (each: EngineProgress) => told(found.masked(each)) } : asking;
        try {
          return found.masked(await call(calls(followed), method, [index, ...args.map((each) => asked(each, found))]));
        } catch (error) {
          throw found.maskedError(error);
        }
      };
      return [method, ask];
    }),
  );
  return new Proxy(plain, {
    get: (target, method: string): unknown => blinded[method] ?? Reflect.get(target, method),
  });
}

function call(engine: EngineService, method: keyof EngineService, args: readonly unknown[]): Promise<unknown> {
  return (engine[method] as (...args: readonly unknown[]) => Promise<unknown>)(...args);
}

/** What is asked, about the author of a name, and of the index file alone: the authors of a server have no names here. */
function asked(value: unknown, found: Naming): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const plain = 'server' in value ? { ...value, server: undefined } : value;
  if (!('author' in plain) || typeof plain.author !== 'string') return plain;
  return { ...plain, author: found.authorOf(plain.author) };
}
