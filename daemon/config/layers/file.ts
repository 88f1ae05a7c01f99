import { readFileSync } from 'node:fs';
import type { Document, Node } from 'yaml';
import { isAlias, isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';
import { messageOf } from '../../core/message-of.js';
import type { NamedKey } from '../definition.js';
import type { Problem } from '../problem.js';
import type { Layer, Setting } from '../setting.js';
import { unknownKey } from '../unknown-key.js';

/** Reads a YAML file: sections are mappings, keys stand in them by their last name. */
export function fileLayer(path: string, keys: readonly NamedKey[]): Layer {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    return { settings: [], problems: [{ where: path, what: `cannot be read: ${messageOf(error)}` }] };
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const reader = new Reader(path, lines, document, keys);
  for (const error of document.errors) reader.problem(error.pos[0], `is not YAML: ${error.message}`);
  if (document.errors.length === 0 && document.contents !== null) reader.read(document.contents, '');
  return reader;
}

class Reader implements Layer {
  readonly settings: Setting[] = [];
  readonly problems: Problem[] = [];
  private readonly byName: ReadonlyMap<string, NamedKey>;
  private readonly sections: ReadonlySet<string>;

  constructor(
    private readonly path: string,
    private readonly lines: LineCounter,
    private readonly document: Document,
    keys: readonly NamedKey[],
  ) {
    this.byName = new Map(keys.map((key) => [key.name, key]));
    this.sections = new Set(keys.flatMap(({ name }) => sectionsOf(name)));
  }

  /** `section` is empty at the top of the file, "http." inside http. */
  read(value: Node, section: string): void {
    const mapping = isAlias(value) ? value.resolve(this.document) : value;
    if (!isMap(mapping)) {
      const what = section === '' ? 'the file' : section.slice(0, -1);
      this.problem(value.range?.[0] ?? 0, `${what} must be a mapping of keys to values`);
      return;
    }
    for (const pair of mapping.items) {
      const keyNode = pair.key as Node;
      const at = keyNode.range?.[0] ?? 0;
      const name = section + (isScalar(keyNode) ? String(keyNode.value) : keyNode.toString());
      const key = this.byName.get(name);
      if (key !== undefined) {
        const raw: unknown = isNode(pair.value) ? pair.value.toJS(this.document) : pair.value;
        // "token:" with nothing behind it: what a template leaves when there was nothing to fill in.
        if (raw !== null) this.settings.push({ key, raw, source: this.at(at) });
      } else if (this.sections.has(name)) {
        if (isNode(pair.value) && !(isScalar(pair.value) && pair.value.value === null))
          this.read(pair.value, `${name}.`);
      } else {
        this.problem(at, unknownKey(name, [...this.byName.keys(), ...this.sections]));
      }
    }
  }

  problem(offset: number, what: string): void {
    this.problems.push({ where: this.at(offset), what });
  }

  private at(offset: number): string {
    const { line, col } = this.lines.linePos(offset);
    return `${this.path}:${line}:${col}`;
  }
}

/** "host.tls.ca" lies in "host" and "host.tls". */
function sectionsOf(name: string): string[] {
  const parts = name.split('.').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('.'));
}
