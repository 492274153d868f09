/** Words of grammar: which of them stand where is habit and not subject. Contractions of them are theirs too. */
const functionWords = new Set(
  (
    'a about above across after again against ago all almost along already also although always am among an and another any ' +
    'anybody anyone anything are around as at away back be became because become been before behind being below beside besides ' +
    'between beyond both but by came can cannot come could did do does doing done down during each either else enough even ever ' +
    'every everyone everything except few for from further gave get gets getting give given go goes going gone got had has have ' +
    'having he hence her here hers herself him himself his how however i if in indeed instead into is it its itself just keep ' +
    'kept know least less let like little lot made make makes making many may maybe me mean might mine more most much must my ' +
    'myself near nearly need neither never nevertheless no nobody none nor not nothing now of off often on once one only onto or ' +
    'other others otherwise our ours ourselves out over own per perhaps put quite rather really said same say says see seem seems ' +
    'several shall she should since so some somebody someone something sometimes somewhat soon still such take than that the ' +
    'their theirs them themselves then there therefore these they thing things this those though through thus till to together ' +
    'too toward towards under unless until unto up upon us very was way we well went were what whatever when whenever where ' +
    'whereas wherever whether which while who whoever whole whom whose why will with within without would yes yet you your yours ' +
    'yourself yourselves albeit amid amidst amongst hereby herein hereof hither lest nay nigh notwithstanding thence thereby ' +
    'therein thereof thereto thither thy thee thou whence whereby wherein whereof whilst'
  ).split(' '),
);

/** Words that begin a clause or a phrase within a sentence. */
const openers = new Set(
  (
    'and but or nor so yet for because since if unless when whenever while where wherever whereas though although until till ' +
    'before after as than that which who whom whose whether how why what to'
  ).split(' '),
);

const contraction = /'(?:s|re|ve|ll|d|m|t)$/u;

/** Whether a word, in lower case with a plain apostrophe, is one of grammar. */
export function isFunctionWord(word: string): boolean {
  if (functionWords.has(word)) return true;
  const base = word.endsWith("n't") ? word.slice(0, -3) : word.replace(contraction, '');
  return base !== word && (functionWords.has(base) || base === 'ca' || base === 'wo');
}

/** Whether a word begins a clause or a phrase. */
export function isOpener(word: string): boolean {
  return openers.has(word);
}
