import type { Document, Node, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import { isMap, isNode, isPair, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { parseYaml } from '../admin/schema/yaml/parse.js';
import { formatProblem, Problems } from '../admin/schema/yaml/problems.js';
import type { ImportReport } from './report.js';

/** A pair whose key is a plain name. */
export interface Entry {
  readonly name: string;
  readonly pair: Pair<Scalar, Node | null>;
  readonly value: Node | null;
}

/**
 * One YAML file of the source, edited in place. It keeps comments and the order of keys. Nodes keep their positions in the
 * source, so that hints name its lines.
 */
export class YamlFile {
  readonly #lines: LineCounter;

  private constructor(
    /** In the source. */
    readonly path: string,
    readonly document: Document.Parsed,
    lines: LineCounter,
    readonly report: ImportReport,
  ) {
    this.#lines = lines;
  }

  /** Undefined if the file is not the YAML that Gatehouse reads; a hint then says why. */
  static open(path: string, text: string, report: ImportReport): YamlFile | undefined {
    // The compiler's own reader, which checks size, nesting, anchors and tags, also protects the parser below.
    const problems = new Problems();
    const node = parseYaml(path, Buffer.from(text), problems);
    const [first] = problems.sorted();
    if (first !== undefined) {
      report.hint(
        path,
        first.at.line,
        formatProblem({ ...first, at: { ...first.at, line: 0, file: 'it' } }),
        'correct it, and import again',
      );
      return undefined;
    }
    if (node === undefined) return undefined;
    const lines = new LineCounter();
    return new YamlFile(path, parseDocument(text, { lineCounter: lines }), lines, report);
  }

  /** The mapping of the whole file. */
  get root(): YAMLMap | undefined {
    return isMap(this.document.contents) ? this.document.contents : undefined;
  }

  line(node: Node | null | undefined): number {
    const offset = node?.range?.[0];
    return offset === undefined ? 0 : this.#lines.linePos(offset).line;
  }

  hint(entry: Entry | Node | undefined, what: string, advice: string): void {
    const node = entry === undefined ? undefined : 'pair' in entry ? entry.pair.key : entry;
    this.report.hint(this.path, this.line(node), what, advice);
  }

  /** Replaces a value, or adds a key at the end. */
  set(map: YAMLMap, name: string, value: unknown): void {
    const found = entry(map, name);
    if (found === undefined) map.add(this.document.createPair(name, value));
    else found.pair.value = this.document.createNode(value);
  }

  /** The edited text. */
  text(): string {
    return this.document.toString({ lineWidth: 0 }).replaceAll(/^ +$/gm, '');
  }
}

/** The entries of a mapping with plain names, in file order; empty for any other node. */
export function entriesOf(node: unknown): readonly Entry[] {
  if (!isMap(node)) return [];
  return node.items.flatMap((pair): Entry[] =>
    isScalar(pair.key)
      ? [{ name: String(pair.key.value), pair: pair as Entry['pair'], value: pair.value as Node | null }]
      : [],
  );
}

export function entry(node: unknown, name: string): Entry | undefined {
  return entriesOf(node).find((one) => one.name === name);
}

export function mapAt(node: unknown, name: string): YAMLMap | undefined {
  const value = entry(node, name)?.value;
  return isMap(value) ? value : undefined;
}

/** The text of a scalar value. */
export function textAt(node: unknown, name: string): string | undefined {
  return textOf(entry(node, name)?.value);
}

export function textOf(node: unknown): string | undefined {
  return isScalar(node) && typeof node.value === 'string' ? node.value : undefined;
}

/** The items of a list, or the only item. */
export function itemsOf(node: unknown): readonly unknown[] {
  return isSeq(node) ? node.items : isScalar(node) && node.value !== null ? [node] : [];
}

export function rename(map: YAMLMap, from: string, to: string): boolean {
  const found = entry(map, from);
  if (found === undefined || map.has(to)) return false;
  found.pair.key.value = to;
  return true;
}

/** The place of a node in its document, by positions in mappings and lists. */
export type Place = readonly number[];

/**
 * Finds the innermost pair or item whose key or value begins at an offset. A mapping begins where its first key does; `whole`
 * means the mapping.
 */
export function placesIn({ contents }: Document.Parsed): (offset: number, whole: boolean) => Place | undefined {
  const [parts, mappings] = [new Map<number, Place>(), new Map<number, Place>()];
  const note = (node: unknown, place: Place): void => {
    const start = isNode(node) ? node.range?.[0] : undefined;
    const found = isMap(node) ? mappings : parts;
    if (start !== undefined && place.length >= (found.get(start)?.length ?? 1)) found.set(start, place);
    if (!isMap(node) && !isSeq(node)) return;
    node.items.forEach((item: unknown, index) => {
      const below = [...place, index];
      for (const part of isPair(item) ? [item.key, item.value] : [item]) note(part, below);
    });
  };
  note(contents, []);
  return (offset, whole) => (whole ? mappings : parts).get(offset);
}

/** Removes what is at a place, and returns the removed pair's key or the removed item. */
export function removeAt(document: Document.Parsed, place: Place): Node | undefined {
  const node = ownerOf(document, place);
  const [removed] = node?.items.splice(place.at(-1) ?? 0, 1) ?? [];
  return (isPair(removed) ? removed.key : removed) as Node | undefined;
}

/** Replaces the value of the pair at a place, and returns the pair's key. */
export function setAt(document: Document.Parsed, place: Place, value: boolean): Node | undefined {
  const pair: unknown = ownerOf(document, place)?.items[place.at(-1) ?? 0];
  if (!isPair(pair)) return undefined;
  pair.value = document.createNode(value);
  return pair.key as Node;
}

/** The mapping or list that contains a place. */
function ownerOf(document: Document.Parsed, place: Place): YAMLMap | YAMLSeq | undefined {
  let node: unknown = document.contents;
  for (const at of place.slice(0, -1)) {
    const child: unknown = isMap(node) || isSeq(node) ? node.items[at] : undefined;
    node = isPair(child) ? child.value : child;
  }
  return isMap(node) || isSeq(node) ? node : undefined;
}
