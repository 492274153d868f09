/** How a laboratory identifies its users. */
export type Credentials = { readonly apiKey: string } | { readonly username: string; readonly password: string };

/** The address of a server's index, and how to connect to it. */
export interface ServerAddress {
  /** `https://host:port/path/index`. `http` is allowed on loopback only. */
  readonly url: string;
  /** A file of trusted authorities' certificates (PEM). Undefined for those of the system. */
  readonly certificates?: string;
  readonly credentials?: Credentials;
}

/** A server's index that was searched with the index file, or was to be searched. */
export interface SearchedServer {
  /** Host and index. */
  readonly name: string;
  /** Undefined if it was not searched, because of `problem`. The findings then contain nothing of it. */
  readonly searched?: {
    readonly contentHash: string;
    readonly documents: number;
    /** Known authors of the index file and the server together. */
    readonly authors: number;
    /** Documents that the search reached but that have no place in the order, because the server has no n-gram rows of them. */
    readonly unranked: number;
  };
  readonly problem?: { readonly code: string; readonly message: string };
}
