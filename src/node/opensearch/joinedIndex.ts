import type { KnownDocument } from '../../core/domain/evidence';
import { IdiographError, serverPartial } from '../../core/errors';
import type { StopSignal } from '../../core/basics/work';
import type {
  EncodedSpan,
  IndexedDocument,
  IndexInfo,
  ReferenceIndex,
  ReviewedIndex,
  ScoredSpan,
  ShortlistOptions,
  SpanId,
  StoredSpan,
  TextProfile,
} from '../../core/ports';
import {
  compareScores,
  listedSpans,
  countScannedSpans,
  scoredSpans,
  spansOfAuthor,
} from '../../lateInteraction/scoring/rerank';
import type { SearchedServer } from '../../core/domain/basis';
import { computeSha256 } from '../sha256';
import type { ServerIndex } from './serverRows';

/** Ids of spans on the server begin here. Those of a file are far below. */
const serverSpans = 2 ** 52;

/** The documents of both, at one state of each. */
interface Listing {
  readonly here: readonly IndexedDocument[];
  readonly there: readonly IndexedDocument[];
  readonly documents: readonly IndexedDocument[];
  readonly authors: Readonly<Record<'local' | 'server', ReadonlySet<string>>>;
  readonly server: ReadonlyMap<string, IndexedDocument>;
  /** The id of the file's document with the same text, by ids of the server's documents. */
  readonly copies: ReadonlyMap<string, string>;
}

/**
 * An index file and an index of a server as one, for a review. Lists are merged by exact scores, because no other scores can be compared.
 * Nothing is written to either, except profiles of the file's documents. A document that both have counts as the file's. Another document
 * of the server has a text if the file has a document with this text.
 */
export class JoinedIndex implements ReviewedIndex {
  /** Listed documents of the server that cannot be ranked. */
  private readonly unranked = new Set<string>();
  private listing: Listing | undefined;
  /** Profiles of the server's documents with texts in the file. They are computed and cached here. */
  private readonly made = new Map<string, TextProfile>();

  /**
   * @param profiler  the profiler of the profiles that order candidates
   * @param problems  collects the server's errors; no finding may then rest on the server
   */
  constructor(
    private readonly local: ReferenceIndex,
    private readonly server: ServerIndex,
    private readonly profiler: string,
    private readonly problems: WeakSet<IdiographError>,
  ) {}

  readInfo(): IndexInfo {
    const [file, server] = [this.local.readInfo(), this.server.readInfo()];
    const contentHash = computeSha256(`${file.contentHash} ${server.contentHash}`);
    const sums = (['documents', 'spans', 'patches', 'exactReads'] as const).map(
      (name) => [name, file[name] + server[name]] as const,
    );
    return { ...file, ...Object.fromEntries(sums), contentHash };
  }

  /** The facts about the server in evidence. */
  get searched(): SearchedServer {
    const { contentHash, documents } = this.server.readInfo();
    const { server = [], local = [] } = this.listing?.authors ?? {};
    const authors = new Set([...server, ...local]).size;
    return { name: this.server.rows.name, searched: { contentHash, documents, authors, unranked: this.unranked.size } };
  }

  /** Where an author's texts are. Undefined if they are only in the file. */
  findOrigin(author: string): 'server' | 'both' | undefined {
    if (!this.listing?.authors.server.has(author)) return undefined;
    return this.listing.authors.local.has(author) ? 'both' : 'server';
  }

  async listDocuments(): Promise<readonly IndexedDocument[]> {
    const here = await this.local.listDocuments();
    const there = await this.askServer(() => this.server.listDocuments());
    if (this.listing?.here === here && this.listing.there === there) return this.listing.documents;
    const local = new Set(here.map(({ id }) => id));
    const texts = here.filter(({ onServer }) => !onServer);
    const byText = new Map(texts.map((each) => [each.textSha256, each.id]));
    const copies = new Map<string, string>();
    const server = new Map<string, IndexedDocument>();
    for (const each of there.filter(({ id }) => !local.has(id))) {
      const copy = byText.get(each.textSha256);
      if (copy !== undefined) copies.set(each.id, copy);
      const hasText = copy !== undefined;
      const hasProfile = hasText || this.server.rows.profilerOf(each.id) === this.profiler;
      server.set(each.id, { ...each, onServer: { hasText, hasProfile } });
    }
    const pulled = here.filter(({ onServer }) => onServer);
    const authors = { local: listAuthors(texts), server: listAuthors([...server.values(), ...pulled]) };
    const documents = [...here, ...server.values()];
    this.listing = { here, there, authors, server, copies, documents };
    return documents;
  }

  async readDocument(id: string): Promise<KnownDocument | undefined> {
    const { server, copies } = await this.readListing();
    const listed = server.get(id);
    if (!listed) return this.local.readDocument(id);
    const copy = copies.get(id);
    const same = copy === undefined ? undefined : await this.local.readDocument(copy);
    const { author, role, title, mode, genre, language, byHand, works } = listed;
    return same && { id, author, role, title, mode, genre, language, byHand, works, text: same.text };
  }

  async findCopies(text: string): Promise<readonly string[]> {
    const results = [await this.local.findCopies(text), await this.askServer(() => this.server.findCopies(text))];
    return [...new Set(results.flat())].sort();
  }

  /** The lists of both, one after the other, because their scores cannot be compared. */
  async shortlist(query: EncodedSpan, options: ShortlistOptions, stop: StopSignal): Promise<readonly ScoredSpan[]> {
    const { server } = await this.readListing();
    const scanned = Math.min(options.scanned, countScannedSpans(this.local.readInfo().spans));
    const here = await this.local.shortlist(query, { ...options, scanned }, stop);
    const there = await this.askServer(() => this.server.shortlist(query, options, stop));
    return [...here, ...there.filter(({ document }) => server.has(document)).map(toJoined)];
  }

  /** Both rerank what they listed. The best 32 exactly scored spans of both, two by one author, are the best of all. */
  async rerank(query: EncodedSpan, listed: readonly ScoredSpan[], stop: StopSignal): Promise<readonly ScoredSpan[]> {
    const { server } = await this.readListing();
    const [mine, theirs] = [listed.filter(({ id }) => id < serverSpans), listed.filter(({ id }) => id >= serverSpans)];
    const here = await this.local.rerank(query, mine, stop);
    const parted = theirs.map((span) => ({ ...span, id: span.id - serverSpans }));
    const there = await this.askServer(() => this.server.rerank(query, parted, stop));
    for (const { document } of there) if (!server.get(document)?.onServer?.hasProfile) this.unranked.add(document);
    // exact scores come first, at most 32 and two by one author; the others are estimated from their own scores
    const ofAuthor = new Map<string, number>();
    const exact: ScoredSpan[] = [];
    const rest: ScoredSpan[] = [];
    for (const span of [...here, ...there.map(toJoined)].sort(compareScores)) {
      const place = ofAuthor.get(span.author) ?? 0;
      const isFirst = span.tier === 'fp32' && place < spansOfAuthor && exact.length < scoredSpans;
      if (isFirst) {
        exact.push(span);
        ofAuthor.set(span.author, place + 1);
      } else rest.push({ ...span, tier: 'sign' });
    }
    return [...exact, ...rest].slice(0, Math.max(listedSpans, here.length, there.length));
  }

  /** Reads spans. If the file has the text of a server's document, the spans get the id of the file's document. */
  async read(ids: readonly SpanId[]): Promise<readonly StoredSpan[]> {
    const { copies } = await this.readListing();
    const [mine, theirs] = [ids.filter((id) => id < serverSpans), ids.filter((id) => id >= serverSpans)];
    const here = await this.local.read(mine);
    const there = await this.askServer(() => this.server.read(theirs.map((id) => id - serverSpans)));
    const spans = new Map([...here, ...there.map(toJoined)].map((span) => [span.id, span]));
    return ids.map((id) => {
      const span = spans.get(id)!;
      return { ...span, document: copies.get(span.document) ?? span.document };
    });
  }

  async listSpans(document: string): Promise<readonly SpanId[]> {
    if (!(await this.readListing()).server.has(document)) return this.local.listSpans(document);
    return (await this.askServer(() => this.server.listSpans(document))).map((id) => id + serverSpans);
  }

  async readProfiles(documents: readonly string[], profiler: string): Promise<ReadonlyMap<string, TextProfile>> {
    const { server } = await this.readListing();
    const theirs = documents.filter((id) => server.has(id) && !this.made.has(id));
    const mine = documents.filter((id) => !server.has(id));
    const here = await this.local.readProfiles(mine, profiler);
    const there = theirs.length === 0 ? [] : await this.askServer(() => this.server.readProfiles(theirs, profiler));
    const made = documents.flatMap((id) => {
      const profile = this.made.get(id);
      return profile ? [[id, profile] as const] : [];
    });
    return new Map([...here, ...there, ...made]);
  }

  /** Sends nothing to the server: only the owner of n-gram rows decides where they are sent. */
  async storeProfiles(profiles: ReadonlyMap<string, TextProfile>, profiler: string): Promise<void> {
    const { server } = await this.readListing();
    const isTheirs = ([id]: readonly [string, TextProfile]): boolean => server.has(id);
    for (const [id, profile] of [...profiles].filter(isTheirs)) this.made.set(id, profile);
    await this.local.storeProfiles(new Map([...profiles].filter((each) => !isTheirs(each))), profiler);
  }

  /** The documents at the last request. */
  private async readListing(): Promise<Listing> {
    if (!this.listing) await this.listDocuments();
    return this.listing!;
  }

  /** The server's answer. Its error is marked as one of the server. */
  private async askServer<T>(question: () => Promise<T>): Promise<T> {
    try {
      return await question();
    } catch (error) {
      if (!(error instanceof IdiographError)) throw error;
      // A span is missing, or a document has other rows than were listed, because another machine is writing.
      const problem =
        error.code === 'IndexLocked'
          ? serverPartial(this.server.rows.name, 'another machine changes the index while it is searched')
          : error;
      this.problems.add(problem);
      throw problem;
    }
  }
}

function listAuthors(documents: Iterable<IndexedDocument>): ReadonlySet<string> {
  return new Set([...documents].flatMap(({ role, author }) => (role === 'known' ? [author] : [])));
}

function toJoined<Span extends { readonly id: SpanId }>(span: Span): Span {
  return { ...span, id: span.id + serverSpans };
}
