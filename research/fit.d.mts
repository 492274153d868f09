/** The steps of `npm run fit`, in order. */
export function listSteps(places: {
  readonly data: string;
  readonly work: string;
  readonly models: string;
  readonly backbone: string;
}): readonly { readonly name: string; readonly makes?: readonly string[] }[];
