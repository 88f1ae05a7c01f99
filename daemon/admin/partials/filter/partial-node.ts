/** What the single-page application gets: it makes elements and texts of it, and never parses HTML. */
export type PartialNode = ElementNode | TextNode;

export interface ElementNode {
  /** In lower case. */
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly PartialNode[];
}

export interface TextNode {
  readonly text: string;
}
