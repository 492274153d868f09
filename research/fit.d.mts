/** A step of `npm run fit`. */
interface Step {
  readonly name: string;
  /** Files of models/. */
  readonly makes?: readonly string[];
  /** Steps whose readings enter them, too. */
  readonly after?: readonly string[];
}

/** The steps in order. */
export function listSteps(places: {
  readonly data: string;
  readonly work: string;
  readonly models: string;
  readonly backbone: string;
}): readonly Step[];

/** Writes into sources.json of a models folder what the files of a step were made from, with their hashes. */
export function noteFits(
  models: string,
  step: Required<Pick<Step, 'makes'>> & Step,
  read: Readonly<Record<string, ReadonlySet<string>>>,
): void;
