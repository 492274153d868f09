/** Attributes of an element by their names. */
export type Attributes = Readonly<Record<string, string>>;

const office = 'urn:oasis:names:tc:opendocument:xmlns:';
const openXml = 'http://schemas.openxmlformats.org/';
const strict = 'http://purl.oclc.org/ooxml/';

/** The prefixes of namespaces in the tables of the readers. */
const prefixes: ReadonlyMap<string, string> = new Map([
  ...['office', 'style', 'text', 'table', 'manifest', 'form'].map((name) => [`${office}${name}:1.0`, name] as const),
  [`${office}drawing:1.0`, 'draw'],
  [`${office}svg-compatible:1.0`, 'svg'],
  ['http://purl.org/dc/elements/1.1/', 'dc'],
  ['http://www.w3.org/1999/xlink', 'xlink'],
  ['http://www.w3.org/1998/Math/MathML', 'math'],
  ...[openXml, strict].flatMap((base) => {
    const year = base === openXml ? '2006/' : '';
    return [
      [`${base}wordprocessingml/${year}main`, 'w'] as const,
      [`${base}officeDocument/${year}relationships`, 'r'] as const,
      [`${base}officeDocument/${year}math`, 'm'] as const,
      [`${base}drawingml/${year}main`, 'a'] as const,
      [`${base}drawingml/${year}diagram`, 'dgm'] as const,
      [`${base}drawingml/${year}chart`, 'c'] as const,
    ];
  }),
  [`${openXml}markup-compatibility/2006`, 'mc'],
  [`${openXml}package/2006/relationships`, 'package'],
  ['urn:schemas-microsoft-com:vml', 'v'],
]);

const declaration = /^xmlns(?::|$)/;

/** The namespaces of prefixes in an element, with those around it behind its own. */
interface Scope {
  readonly uris: Record<string, string | undefined>;
  /** Whether no open declaration gives a name of the tables another meaning, so that all names stay as they are. */
  readonly isUsual: boolean;
  /** Names that were looked up. */
  readonly known: Map<string, string>;
}

/** Names of XML by their namespaces: a file may have any prefix for them. Prefixes that no element declares stay as they are. */
export class XmlNames {
  /** Those of the open elements. */
  private readonly scopes: Scope[] = [];
  private scope: Scope = { uris: Object.create(null) as Scope['uris'], isUsual: true, known: new Map() };

  /** Begins an element. Its declarations already count for its own name. */
  begin(attributes: Attributes): void {
    this.scopes.push(this.scope);
    for (const name in attributes)
      if (name.startsWith('xmlns') && declaration.test(name)) this.declare(name.slice(6), attributes[name]!);
  }

  private declare(prefix: string, uri: string): void {
    const uris = Object.create(this.scope.uris) as Scope['uris'];
    uris[prefix] = uri;
    this.scope = { uris, isUsual: this.scope.isUsual && !isOther(prefix, uri), known: new Map() };
  }

  end(): void {
    this.scope = this.scopes.pop() ?? this.scope;
  }

  /** The name of an element. */
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
  return prefixes.get(uri) ?? (uri === '' ? '' : '?');
}

function isOther(prefix: string, uri: string): boolean {
  const meaning = readMeaning(uri);
  return meaning === '?' ? prefix === '' || usual.has(prefix) : meaning !== prefix;
}
