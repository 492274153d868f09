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

/** Namespaces with content that Word shows: its own, and those of drawings and formulas. */
const shownByWord =
  /^(?:http:\/\/(?:schemas\.(?:openxmlformats\.org|microsoft\.com\/office)|purl\.oclc\.org\/ooxml)\/|urn:schemas-microsoft-com:)/;

const declaration = /^xmlns(?::|$)/;

/** Names of XML by their namespaces: a file may have any prefix for them. Prefixes that no element declares stay as they are. */
export class XmlNames {
  /** The namespaces of a prefix, by the open elements that declare it. The last one counts. */
  private readonly uris = new Map<string, string[]>();
  private readonly declared: (readonly string[])[] = [];
  /** Names that were looked up since the last declaration. */
  private readonly known = new Map<string, string>();
  /** The number of open declarations that give a name of the tables another meaning. If there is none, all names stay as they are. */
  private others = 0;

  /** Begins an element. Its declarations already count for its own name. */
  begin(attributes: Attributes): void {
    const own: string[] = [];
    for (const name in attributes) if (name.startsWith('xmlns') && declaration.test(name)) own.push(name.slice(6));
    this.declared.push(own);
    for (const prefix of own) this.declare(prefix, attributes[prefix === '' ? 'xmlns' : `xmlns:${prefix}`]!);
  }

  private declare(prefix: string, uri: string): void {
    if (this.uris.get(prefix)?.push(uri) === undefined) this.uris.set(prefix, [uri]);
    this.others += Number(isOther(prefix, uri));
    this.known.clear();
  }

  end(): void {
    for (const prefix of this.declared.pop() ?? []) {
      this.others -= Number(isOther(prefix, this.uris.get(prefix)!.pop()!));
      this.known.clear();
    }
  }

  /** Whether Word knows the namespace of a prefix. A prefix without a declaration counts as known. */
  isShownByWord(prefix: string): boolean {
    const uri = this.uris.get(prefix)?.at(-1);
    return uri === undefined || shownByWord.test(uri);
  }

  /** The name of an element. */
  resolve(written: string): string {
    if (this.others === 0) return written;
    const known = this.known.get(written);
    if (known !== undefined) return known;
    const colon = written.indexOf(':');
    const prefix = written.slice(0, Math.max(0, colon));
    const uri = this.uris.get(prefix)?.at(-1);
    const meaning = uri === undefined ? prefix : readMeaning(uri);
    const name = meaning === '' ? written : `${meaning}:${written.slice(colon + 1)}`;
    this.known.set(written, name);
    return name;
  }

  /** Attributes by their names; those without a prefix have no namespace. */
  resolveAttributes(written: Attributes): Attributes {
    if (this.others === 0) return written;
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
