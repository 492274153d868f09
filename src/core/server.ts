/** How a laboratory knows who asks. */
export type Credentials = { readonly apiKey: string } | { readonly username: string; readonly password: string };

/** Where an index of a server is, and how it is spoken to. */
export interface ServerAddress {
  /** `https://host:port/path/index`; `http` on loopback only. */
  readonly url: string;
  /** A file of certificates (PEM) of the authorities that are trusted; undefined: those of the system. */
  readonly certificates?: string;
  readonly credentials?: Credentials;
}

/** An index of a server that was searched with the index file, or was to be. */
export interface SearchedServer {
  /** Host and index. */
  readonly name: string;
  /** Undefined: it was not searched, for `problem`, and nothing of it is in the findings. */
  readonly searched?: {
    readonly contentHash: string;
    readonly documents: number;
    /** Known authors of the index file and the server together. */
    readonly authors: number;
    /** Documents that were reached, and took no part in the order, since their n-gram rows are not there. */
    readonly unranked: number;
  };
  readonly problem?: { readonly code: string; readonly message: string };
}
