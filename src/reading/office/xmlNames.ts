/** Attributes of an element by their names. */
export type Attributes = Readonly<Record<string, string>>;

/** Our prefixes by the last part of a namespace, without a year, or by the whole of one that is not of OpenDocument or Office Open XML. */
const prefixes: ReadonlyMap<string, string> = new Map(
  (
    'office office style style text text table table manifest manifest form form drawing draw svg-compatible svg ' +
    'wordprocessingml/main w officeDocument/relationships r officeDocument/math m drawingml/main a drawingml/diagram dgm ' +
    'drawingml/chart c markup-compatibility/2006 mc package/relationships package urn:schemas-microsoft-com:vml v ' +
    'http://purl.org/dc/elements/1.1/ dc http://www.w3.org/1999/xlink xlink http://www.w3.org/1998/Math/MathML math'
  )
    .match(/\S+ \S+/g)!
    .map((pair) => pair.split(' ') as [string, string]),
);
const ofOffice =
  /^(?:urn:oasis:names:tc:opendocument:xmlns:([^:]+):1\.0|http:\/\/(?:schemas\.openxmlformats|purl\.oclc)\.org\/(?:ooxml\/)?(.+))$/;

const declaration = /^xmlns(?::|$)/;

/** The namespaces of prefixes in an element, with those around it behind its own. */
interface Scope {
  readonly uris: Record<string, string | undefined>;
  /** Whether no open declaration gives a name of the tables another meaning, so that all names stay as they are. */
  readonly isUsual: boolean;
  readonly known: Map<string, string>;
}

/** Names of XML by their namespaces: a file may have any prefix for them. Prefixes that no element declares stay as they are. */
export class XmlNames {
  private readonly scopes: Scope[] = [];
  private scope: Scope = { uris: Object.create(null) as Scope['uris'], isUsual: true, known: new Map() };

  /** Begins an element. Its declarations already count for its own name. */
  begin(attributes: Attributes): void {
    this.scopes.push(this.scope);
    for (const name in attributes) {
      if (!name.startsWith('xmlns') || !declaration.test(name)) continue;
      const [prefix, uri] = [name.slice(6), attributes[name]!];
      const uris = Object.create(this.scope.uris) as Scope['uris'];
      uris[prefix] = uri;
      const meaning = readMeaning(uri);
      const isOther = meaning === '?' ? prefix === '' || usual.has(prefix) : meaning !== prefix;
      this.scope = { uris, isUsual: this.scope.isUsual && !isOther, known: new Map() };
    }
  }

  end(): void {
    this.scope = this.scopes.pop() ?? this.scope;
  }

  resolve(written: string): string {
    const { isUsual, known, uris } = this.scope;
    if (isUsual) return written;
    const found = known.get(written);
    if (found !== undefined) return found;
    const prefix = written.slice(0, Math.max(0, written.indexOf(':')));
    const uri = uris[prefix];
    const meaning = uri === undefined ? prefix : readMeaning(uri);
    const name = meaning === '' ? written : `${meaning}:${written.slice(written.indexOf(':') + 1)}`;
    known.set(written, name);
    return name;
  }

  /** Attributes by their names; those without a prefix have no namespace. */
  resolveAttributes(written: Attributes): Attributes {
    if (this.scope.isUsual) return written;
    return Object.fromEntries(
      Object.entries(written).map(([name, value]) => [name.includes(':') ? this.resolve(name) : name, value]),
    );
  }
}

const usual: ReadonlySet<string> = new Set(prefixes.values());

function readMeaning(uri: string): string {
  const [, openDocument, openXml] = ofOffice.exec(uri) ?? [];
  const key = openDocument ?? openXml?.replace('/2006/', '/') ?? (/^[a-z]+:/.test(uri) ? uri : '');
  return prefixes.get(key) ?? (uri === '' ? '' : '?');
}
