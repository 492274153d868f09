/** An element of a picture. Attributes never hold what a document says; a child that is a string is shown as text. */
export interface Shape {
  readonly name: 'circle' | 'g' | 'line' | 'rect' | 'svg' | 'text' | 'title';
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly children: readonly (Shape | string)[];
}

/**
 * A picture as plain data, the same in the panel and in the report: one `svg` with its text alternative. Places across are
 * percentages of the width, so that words keep their size; elements with the attribute `data-offset` lead to that place of
 * the questioned text.
 */
export interface Drawing {
  /** What the picture says, in words. */
  readonly says: string;
  readonly svg: Shape;
}
