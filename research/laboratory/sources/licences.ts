/**
 * Sources whose licence, as the data sheet found it, lets numbers made from their texts be passed on: public domain (United States
 * government works and works public domain by age among them), CC0, permissive licences and CC BY. A name that ends in "/" stands
 * for all repositories of an owner. Sources without a licence, and NC, SA, ND and GPL ones, are not here.
 */
export const permittedSources: Readonly<Record<string, string>> = {
  '18F/18f.gsa.gov': 'public domain (US government), CC0',
  'BurntSushi/blog': 'MIT',
  'COST-ELTeC/ELTeC-eng': 'texts public domain',
  'GITenberg/': 'texts public domain in the USA',
  'GSA/digitalgov.gov': 'public domain (US government), CC0',
  'JoshuaKGoldberg/dot-com': 'MIT',
  'StackExchange/blog': 'MIT',
  'bagder/everything-curl': 'CC BY',
  'cardano-foundation/CIPs': 'CC BY',
  'chriskrycho/v5.chriskrycho.com': 'MIT',
  'computationalstylistics/100_english_novels': 'texts public domain by age',
  'computationalstylistics/A_Small_Collection_of_British_Fiction': 'texts public domain by age',
  'cophi-wue/refcor': 'texts public domain by age',
  'elixir-lang/elixir-lang.github.com': 'Apache-2.0',
  'ethereum/EIPs': 'CC0',
  'ethereum/ERCs': 'CC0',
  'golang/website': 'BSD',
  'h-gear/revolution': 'letters of 1774–1789, public domain; Apache-2.0',
  'jessfraz/blog': 'MIT',
  'kfogel/presidential-speeches': 'public domain (US government)',
  'lintool/GrimmerSenatePressReleases': 'US government works',
  'matklad/matklad.github.io': 'MIT, Apache-2.0',
  'nodejs/nodejs.org': 'MIT',
  'python/peps': 'public domain or CC0, stated one by one',
  'r-mailing-lists/data': 'MIT',
  'raminass/scotus': 'US government works',
  'rosthalken/Supreme-Court': 'US government works',
  'rust-lang/blog.rust-lang.org': 'MIT, Apache-2.0',
  'scala/scala-lang': 'Apache-2.0, BSD',
  'scientific-python/blog.scientific-python.org': 'CC BY, BSD',
  'simonw/til': 'Apache-2.0',
  'standardebooks/': 'CC0',
  'swiftlang/swift-evolution': 'Apache-2.0',
  'twisted/pipermail': 'MIT',
  'wildfly/wildfly.org': 'CC BY',
  'xsf/xeps': 'MIT',
};

/** The entry of `permittedSources` for a repository; undefined: its texts may not be used. */
export function permittedSource(source: string): string | undefined {
  const owner = source.slice(0, source.indexOf('/') + 1);
  return [source, owner].find((name) => Object.hasOwn(permittedSources, name));
}
