import type { PartKind } from '../text/readableFormats';
import type { Look } from '../markup/visibility';

/** The properties of a run without any of its own. */
export const plainRun = (): Pick<Group, 'runs' | 'look' | 'characterStyle' | 'font'> => {
  return { runs: new Set(), look: {}, characterStyle: '', font: undefined };
};

/** The state of a group and of those inside it. */
export class Group {
  isSkipped = false;
  isOptional = false;
  runs: ReadonlySet<PartKind> = new Set();
  /** The text's own formatting. The rest comes from its styles. */
  look: { -readonly [Facet in keyof Look]: Look[Facet] } = {};
  paragraphStyle = '';
  characterStyle = '';
  isDropCap = false;
  font: number | undefined;
  unicodeSkip = 1;
  /** The instruction of the field that the group is in. */
  field = { code: '' };
  isCode = false;
  isStyles = false;
  isColours = false;
  /** Whether text has a colour behind it. */
  isShaded = false;
  /** Whether text is in a shape, which may have its own colour. */
  isInShape = false;
  /** Whether the text around a group with two forms of one text is skipped. */
  isSkippedAround = false;

  constructor(public apart: PartKind | undefined) {}

  /** A nested group. */
  begin(): Group {
    return Object.assign(new Group(this.apart), this, { look: { ...this.look }, isOptional: false });
  }
}
