import type { PartKind } from '../../core/readableFormats';

/** What holds in a group, and in those within it. */
export interface Group {
  isSkipped: boolean;
  isOptional: boolean;
  apart: PartKind | undefined;
  runs: ReadonlySet<PartKind>;
  /** Whether text is hidden by itself; undefined: its styles say so. */
  isHidden: boolean | undefined;
  paragraphStyle: string;
  characterStyle: string;
  isDropCap: boolean;
  font: number | undefined;
  unicodeSkip: number;
  /** The instruction of the field that the group is in. */
  field: { code: string };
  isCode: boolean;
  isStyles: boolean;
  isColours: boolean;
  /** Whether text is white or tiny, and has a colour behind it. */
  isWhite: boolean;
  isTiny: boolean;
  isShaded: boolean;
  /** Whether text is in a shape, which may have a colour of its own. */
  isInShape: boolean;
  /** Whether what is around a group of two forms of one text is skipped. */
  isSkippedAround: boolean;
}

/** What a run has that says nothing of itself. */
export const plainRun = {
  runs: new Set<PartKind>(),
  isHidden: undefined,
  isWhite: false,
  isTiny: false,
  characterStyle: '',
  font: undefined,
};

export const plain: Omit<Group, 'field'> = {
  ...plainRun,
  isSkipped: false,
  isOptional: false,
  apart: undefined,
  paragraphStyle: '',
  isDropCap: false,
  unicodeSkip: 1,
  isCode: false,
  isStyles: false,
  isColours: false,
  isShaded: false,
  isInShape: false,
  isSkippedAround: false,
};
