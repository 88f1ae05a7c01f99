import type { Node, Scalar, YAMLMap } from 'yaml';
import { CST, isAlias, isMap, isScalar, isSeq, Lexer, LineCounter, parseAllDocuments } from 'yaml';
import type { Problems, Spot } from './problems.js';
import { under, wholeFile } from './problems.js';
import { mistakeOf } from './syntax-errors.js';

/**
 * A YAML document as a tree in which every value has its position. Keys are a list in file order, never an object, so that a
 * name in a file (`__proto__`) cannot have a meaning in JavaScript.
 */
export type YamlNode = YamlMap | YamlList | YamlScalar;

export interface YamlMap {
  readonly kind: 'map';
  readonly at: Spot;
  /** Names are unique. */
  readonly entries: readonly YamlEntry[];
}

export interface YamlEntry {
  readonly name: string;
  /** The position of the key, not of its value, because authors have to correct a wrong name there. */
  readonly at: Spot;
  readonly value: YamlNode;
}

export interface YamlList {
  readonly kind: 'list';
  readonly at: Spot;
  readonly items: readonly YamlNode[];
}

export interface YamlScalar {
  readonly kind: 'scalar';
  readonly at: Spot;
  /** Null if there is nothing after the colon. */
  readonly value: string | number | boolean | null;
  /** As written, without quotes: "1.50" for the value 1.5. */
  readonly text: string;
}

/** For messages: `is "yes"`, `is a list`. It truncates long text. */
export function describeNode(node: YamlNode): string {
  if (node.kind !== 'scalar') return node.kind === 'map' ? 'is a mapping' : 'is a list';
  if (node.value === null) return 'has no value';
  if (typeof node.value !== 'string') return `is ${node.text}`;
  return `is ${JSON.stringify(node.value.length > 60 ? `${node.value.slice(0, 60)}…` : node.value)}`;
}

const OPENING = ['flow-map-start', 'flow-seq-start'];
const CLOSING = ['flow-map-end', 'flow-seq-end'];
/** `- - - a` nests three lists on one line, and `a: : : b` three mappings. */
const NESTING = ['seq-item-ind', 'explicit-key-ind'];
const COLON = 'map-value-ind';

/**
 * The line of the first place that is nested deeper than `limit`, by brackets or by indicators on one line; undefined if there
 * is none. The parser is recursive, and a file with very deep nesting would crash the process, so this check runs before the
 * parser. Nesting by indentation needs ever longer lines, so the size limit of a file bounds it.
 */
function lineNestedDeeperThan(limit: number, text: string): number | undefined {
  let line = 1;
  let brackets = 0;
  let indicators = 0;
  for (const token of new Lexer().lex(text)) {
    const type = CST.tokenType(token) ?? '';
    if (OPENING.includes(type)) brackets += 1;
    // Without a bracket to close, the parser goes on behind an error.
    else if (CLOSING.includes(type)) brackets = Math.max(0, brackets - 1);
    else if (NESTING.includes(type) || (type === COLON && brackets === 0)) indicators += 1;
    if (brackets > limit || indicators > limit) return line;
    const newlines = token.split('\n').length - 1;
    line += newlines;
    if (newlines > 0) indicators = 0;
  }
  return undefined;
}

/** Far more than a person writes, but small enough to stop a file that is not a definition. */
export const MAX_YAML_BYTES = 256 * 1024;
export const MAX_YAML_DEPTH = 24;
const TOO_DEEP = `at most ${MAX_YAML_DEPTH} levels`;

/** The line of the first directive before the document: `%YAML 1.1` gives yes, 010 and 2026-01-31 other meanings. */
function directiveLine(text: string): number | undefined {
  let line = 1;
  for (const token of new Lexer().lex(text)) {
    if (CST.tokenType(token) === 'directive-line') return line;
    if (token === CST.DOCUMENT) return undefined;
    line += token.split('\n').length - 1;
  }
  return undefined;
}

/**
 * Reads one file. Undefined if it is empty or invalid YAML; the problems then say so. It rejects the features of YAML that make
 * a file differ from its appearance: anchors, aliases, merge keys, tags and directives.
 */
export function parseYaml(file: string, bytes: Uint8Array, problems: Problems): YamlNode | undefined {
  if (bytes.length > MAX_YAML_BYTES) {
    problems.add(wholeFile(file), `is ${bytes.length} bytes long`, { expected: `at most ${MAX_YAML_BYTES}` });
    return undefined;
  }
  const text = decode(bytes);
  if (text === undefined) {
    problems.add(wholeFile(file), 'is not UTF-8', { advice: 'save it as UTF-8' });
    return undefined;
  }
  const deep = lineNestedDeeperThan(MAX_YAML_DEPTH, text);
  if (deep !== undefined) {
    problems.add({ file, line: deep, column: 1, key: '' }, 'is nested too deep', { expected: TOO_DEEP });
    return undefined;
  }
  const directive = directiveLine(text);
  if (directive !== undefined) {
    problems.add({ file, line: directive, column: 1, key: '' }, 'directives (%YAML, %TAG) are not supported', {
      advice: 'remove the line',
    });
    return undefined;
  }
  const lines = new LineCounter();
  // The code below finds duplicate keys, because it knows both lines.
  const documents = parseAllDocuments(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
  const spot = (offset: number, key = ''): Spot => {
    const { line, col } = lines.linePos(offset);
    return { file, line, column: col, key };
  };
  if (!Array.isArray(documents)) return undefined;
  const [document, second] = documents;
  if (document === undefined) return undefined;
  if (second !== undefined) {
    problems.add(spot(second.range[0]), 'is a second document', { expected: 'one document, without a line ---' });
    return undefined;
  }
  // Errors of the same kind follow from the first one: one wrong indentation makes every line after it wrong.
  const kinds = document.errors.filter(({ code }, index, all) => all.findIndex((one) => one.code === code) === index);
  for (const error of kinds) {
    const { at, message } = mistakeOf(error, text);
    problems.add(spot(at), `is not YAML: ${message}`);
  }
  if (document.errors.length > 0 || document.contents === null) return undefined;
  return new Converter(spot, problems).convert(document.contents, '', 0);
}

class Converter {
  constructor(
    private readonly spot: (offset: number, key?: string) => Spot,
    private readonly problems: Problems,
  ) {}

  /** Undefined for a rejected node. The problem is reported, and the caller must not use the node. */
  convert(node: Node, key: string, depth: number): YamlNode | undefined {
    const at = this.spot(node.range?.[0] ?? 0, key);
    if (isAlias(node) || node.anchor !== undefined) {
      this.problems.add(at, 'anchors and aliases (& and *) are not supported', { advice: 'write out the value' });
      return undefined;
    }
    if (isTagged(node)) {
      this.problems.add(at, `the tag ${node.tag} is not supported`, { expected: 'a plain value' });
      return undefined;
    }
    if (depth > MAX_YAML_DEPTH) {
      this.problems.add(at, 'is nested too deep', { expected: TOO_DEEP });
      return undefined;
    }
    if (isMap(node)) return { kind: 'map', at, entries: this.#entries(node, key, depth) };
    if (isSeq(node)) return { kind: 'list', at, items: this.#items(node.items as Node[], key, depth) };
    return isScalar(node) ? this.#scalar(node, at) : undefined;
  }

  #items(items: readonly Node[], key: string, depth: number): YamlNode[] {
    return items.flatMap((item, index) => this.convert(item, `${key}[${index}]`, depth + 1) ?? []);
  }

  #entries(map: YAMLMap, key: string, depth: number): YamlEntry[] {
    const entries = new Map<string, YamlEntry>();
    for (const pair of map.items) {
      const keyNode = pair.key as Node;
      const at = this.spot(keyNode.range?.[0] ?? 0, key);
      if (!isScalar(keyNode) || keyNode.value === null) {
        this.problems.add(at, 'a key must be a plain name', { expected: 'name: value' });
        continue;
      }
      const name = typeof keyNode.value === 'string' ? keyNode.value : (keyNode.source ?? '');
      const place = under(at, name);
      if (name === '<<') {
        this.problems.add(at, 'merge keys (<<) are not supported', { advice: 'write out the keys' });
      } else if (entries.has(name)) {
        const first = entries.get(name)?.at.line ?? 0;
        this.problems.add(place, `appears twice, first on line ${first}`, { expected: 'each key only once' });
      } else {
        const value = this.#valueOf(pair.value as Node | null, place, depth);
        if (value !== undefined) entries.set(name, { name, at: place, value });
      }
    }
    return [...entries.values()];
  }

  #valueOf(value: Node | null, at: Spot, depth: number): YamlNode | undefined {
    return value === null ? { kind: 'scalar', at, value: null, text: '' } : this.convert(value, at.key, depth + 1);
  }

  #scalar(node: Scalar, at: Spot): YamlNode | undefined {
    const value = node.value as string | number | boolean | null;
    if (typeof value === 'number' && losesDigits(value, node.source ?? '')) {
      const what = Number.isInteger(value) ? 'is too large' : 'has too many digits';
      this.problems.add(at, `${node.source ?? String(value)} ${what} to be represented exactly`, {
        advice: 'put it in quotes',
      });
      return undefined;
    }
    return { kind: 'scalar', at, value, text: typeof value === 'string' ? value : (node.source ?? '') };
  }
}

/** The parser sets a tag on a node only if the file contains one. */
function isTagged(node: Node): node is Node & { tag: string } {
  return node.tag !== undefined;
}

/** A bound such as 99999999999999.99 would reject the value that it names. */
function losesDigits(value: number, written: string): boolean {
  if (!Number.isFinite(value)) return false;
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return true;
  const kept = String(Math.abs(value));
  return /^[-+]?[\d.]+$/.test(written) && !kept.includes('e') && plainDigits(kept) !== plainDigits(written);
}

/** The digits of a decimal without the sign, and without the zeros that do not change it. */
function plainDigits(text: string): string {
  const [, whole = '', fraction = ''] = /^[-+]?0*(\d*)(?:\.(\d*?)0*)?$/.exec(text) ?? [];
  return `${whole}.${fraction}`;
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
