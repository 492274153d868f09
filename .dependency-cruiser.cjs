/** Which layer may import which: docs/architecture.md, "The map". @type {import('dependency-cruiser').IConfiguration} */
const layer = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { pathNot: allowed },
});

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-folder-circular',
      comment:
        'errors and work, which all layers use, are files of the core, and the core finds exclusions by `reading/text`: the next rules are those of reading; the encoder reads its files as adapters do',
      scope: 'folder',
      severity: 'error',
      from: { pathNot: '^src/(reading|lateInteraction|core/(basics|domain|text)|node/(models|sqlite))(/|$)' },
      to: { circular: true, pathNot: '^src/(reading|lateInteraction)' },
    },
    layer(
      'reading-knows-no-engine',
      '^src/reading/',
      [
        '^src/reading/',
        '^src/core/(errors|ports|basics/(work|caches|numbers)|domain/\\w+|text/(countWords|characters|rewrite))\\.ts$',
        '^src/node/(systemError|sha256)\\.ts$',
        'node_modules/',
        '^(node:)?[a-z/]+$',
      ],
      'a reader needs errors, the stop signal and counts of words, and nothing of a review',
    ),
    {
      name: 'reading-has-one-door',
      comment:
        'files are read by readFile; what others know of a text is its formats, paths, exclusions, turns and Markdown',
      severity: 'error',
      from: { path: '^(src|webview)/', pathNot: '^src/reading/' },
      to: {
        path: '^src/reading/',
        pathNot: '^src/reading/(readFile|text/(readableFormats|collectedPaths|exclusions|turns|markdown))\\.ts$',
      },
    },
    {
      name: 'the-text-of-files-is-pure',
      severity: 'error',
      from: { path: '^src/reading/text/' },
      to: { pathNot: ['^src/reading/text/', '^src/core/', 'node_modules/(valibot|entities)'] },
    },
    layer(
      'scoring-is-pure',
      '^src/lateInteraction/scoring/',
      ['^src/(core|lateInteraction/scoring)/'],
      'the scores of late interaction need codes and vectors alone; kernels and encoder are beside them',
    ),
    layer(
      'core-is-pure',
      '^src/core/',
      ['^src/(core|reading/text|lateInteraction/scoring)/', 'node_modules/(valibot|jsonc-parser|re2js|lru-cache)'],
      'core knows neither Node nor VS Code nor the page',
    ),
    layer(
      'protocol-knows-core',
      '^src/protocol/',
      ['^src/(core|protocol|reading/text)/', 'node_modules/(valibot|jsonc-parser|re2js|lru-cache)'],
      'protocol is interfaces over core types',
    ),
    layer(
      'presentation-knows-core-and-protocol',
      '^src/presentation/',
      [
        '^src/(core|protocol|presentation|reading/text)/',
        'node_modules/(@vscode/l10n|preact|preact-render-to-string)/',
      ],
      'what is shown is computed from plain data, for every surface alike',
    ),
    {
      name: 'node-knows-core-and-protocol',
      severity: 'error',
      from: { path: '^src/(node|lateInteraction)/' },
      to: { path: ['^src/(case|extension|cli|presentation)/', '^webview/'] },
    },
    {
      name: 'the-case-service-knows-no-surface',
      severity: 'error',
      from: { path: '^src/case/' },
      to: { path: ['^src/(extension|cli)/', '^webview/', '^vscode$'] },
    },
    {
      name: 'surfaces-reach-the-case-service-by-its-client',
      comment: 'it runs in the thread of the engine: a surface has its types, calls it, and compares keys',
      severity: 'error',
      from: { path: '^src/(extension|cli)/' },
      to: {
        path: '^src/case/',
        pathNot: '^src/case/client\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'extension-reaches-the-engine-by-its-thread-only',
      severity: 'error',
      from: { path: '^src/extension/' },
      to: {
        path: ['^src/(node|cli|lateInteraction)/', '^webview/'],
        pathNot: ['^src/node/(worker/engineThread|places|sha256)\\.ts$'],
      },
    },
    {
      name: 'cli-without-vscode',
      severity: 'error',
      from: { path: '^src/cli/' },
      to: { path: ['^src/extension/', '^webview/'] },
    },
    {
      name: 'the-product-knows-no-research',
      severity: 'error',
      from: { path: ['^src/', '^webview/'] },
      to: { path: '^research/' },
    },
    {
      name: 'research-without-surfaces',
      severity: 'error',
      from: { path: '^research/' },
      to: {
        path: ['^src/(extension|presentation)/', '^webview/'],
        // Those whose output an evaluation counts or prints.
        pathNot: '^src/presentation/(validation/page\\.tsx|markers\\.ts|passages\\.ts)$',
      },
    },
    layer(
      'page-knows-core-protocol-and-presentation',
      '^webview/',
      [
        '^webview/',
        '^src/(core|protocol|presentation|reading/text)/',
        'node_modules/(@vscode/(l10n|webview-ui-toolkit)|preact)/',
      ],
      'the page is a renderer',
    ),
    {
      name: 'only-the-extension-imports-vscode',
      severity: 'error',
      from: { pathNot: ['^src/extension/', '^test/host/'] },
      to: { path: '^vscode$' },
    },
    {
      name: 'one-importer-of-onnxruntime',
      severity: 'error',
      from: { pathNot: '^src/lateInteraction/encoder/session\\.ts$' },
      to: { path: 'onnxruntime' },
    },
    {
      name: 'one-importer-of-sqlite3',
      severity: 'error',
      from: { pathNot: '^src/node/sqlite/database/database\\.ts$' },
      to: { path: '(^|/)sqlite3' },
    },
    {
      name: 'one-door-to-the-server',
      comment: 'LocalEngine loads the adapter of the server; others know what an address is, and nothing else of it',
      severity: 'error',
      from: { path: '^(src|webview)/', pathNot: '^src/node/(opensearch/|localEngine\\.ts$)' },
      to: { path: '^src/node/opensearch/', pathNot: '^src/node/opensearch/address\\.ts$' },
    },
    {
      name: 'one-importer-of-the-toolkit',
      severity: 'error',
      from: { pathNot: '^webview/controls\\.tsx$' },
      to: { path: 'webview-ui-toolkit' },
    },
    {
      name: 'renderers-do-not-import-one-another',
      severity: 'error',
      from: { path: '^src/extension/(panel|hover|decorations|tree|statusBar)[/.]' },
      to: { path: '^src/extension/(panel|hover|decorations|tree|statusBar)[/.]', pathNot: '^src/extension/$1[/.]' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'] },
  },
};
