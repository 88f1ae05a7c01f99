import type { Problems } from '../problems.js';
import type { Given } from '../spot.js';
import type { YamlNode } from '../yaml/node.js';
import { describeNode } from '../yaml/node.js';

/** Reads one value out of YAML. The tables in ../keys say which reader stands behind which key. */
export interface Reader<T> {
  /** Follows the word "expected" in messages: "a whole number, 1 to 200". */
  readonly expects: string;
  /** Undefined when the value is not what is expected; the reader has then said so. */
  read(node: YamlNode, problems: Problems): T | undefined;
  /** The key must be given. */
  readonly required?: true;
}

export type ValueOf<R> = R extends Reader<infer T> ? T : never;

/** A reader of what one scalar may be; `advise` may add what to write instead. */
export function scalar<T>(
  expects: string,
  valueOf: (value: string | number | boolean, text: string) => T | undefined,
  advise: (value: string | number | boolean) => string | undefined = () => undefined,
): Reader<T> {
  return {
    expects,
    read(node, problems) {
      if (node.kind !== 'scalar' || node.value === null) return refuse(this, node, problems);
      const value = valueOf(node.value, node.text);
      return value === undefined ? refuse(this, node, problems, advise(node.value)) : value;
    },
  };
}

export function required<T>(reader: Reader<T>): Reader<T> & { readonly required: true } {
  return { ...reader, required: true };
}

/** Tells that the node is not what the reader expects, and what to do where that does not follow. */
export function refuse<T>(reader: Reader<T>, node: YamlNode, problems: Problems, advice?: string): T | undefined {
  problems.add(node.at, describeNode(node), { expected: reader.expects, advice });
  return undefined;
}

/** The value with its place; undefined when it was refused. */
export function given<T>(reader: Reader<T>, node: YamlNode, problems: Problems): Given<T> | undefined {
  const value = reader.read(node, problems);
  return value === undefined ? undefined : { value, at: node.at };
}
