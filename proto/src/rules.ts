import protobuf from 'protobufjs/light.js';
import type { ContractField, ContractMessage, FieldRules } from './contract.js';
import { camelCase, contractMessage } from './contract.js';
import type { Duration__Output } from './generated/google/protobuf/Duration.js';
import type { Timestamp__Output } from './generated/google/protobuf/Timestamp.js';
import { fromTimestamp } from './time.js';

/**
 * Checks messages by the rules of their fields (gatehouse.options.v1.FieldRules). Rules are compiled to closures once, so
 * that a check reads no option: a host compiles those of requests when it starts, the daemon those of answers.
 */

/** The first rule that a message breaks. */
export interface BrokenRule {
  /** Path of the field, as in the .proto file: "operations[1].spend_code.code_hash". Empty: the checked value itself. */
  readonly field: string;
  /** In words that continue the path: "must have 32 bytes". Never contains the value. */
  readonly problem: string;
}

/** Undefined: the value obeys every rule. A message is as its deserializer returns it, with names for enums (services.ts). */
export type RuleCheck = (value: unknown) => BrokenRule | undefined;

/**
 * @param opaque full names of messages that are not checked inside; the reader of such a message checks it itself
 */
export class MessageRules {
  readonly #opaque: ReadonlySet<string>;
  /** Null while a message is being compiled: it contains itself. */
  readonly #compiled = new Map<string, RuleCheck | undefined | null>();

  constructor(opaque: Iterable<string> = []) {
    this.#opaque = new Set(opaque);
  }

  /** The check of a message, by its full name. */
  of(message: string): RuleCheck {
    return this.#checkOf(message) ?? obeysAll;
  }

  /** Undefined: nothing to check. */
  #checkOf(name: string): RuleCheck | undefined {
    if (this.#opaque.has(name)) return undefined;
    if (name === TIMESTAMP) return timestamp;
    if (!this.#compiled.has(name)) {
      this.#compiled.set(name, null);
      this.#compiled.set(name, this.#compile(contractMessage(name)));
    }
    const compiled = this.#compiled.get(name);
    return compiled === null ? (value) => this.#compiled.get(name)?.(value) : compiled;
  }

  #compile({ fields, oneofs }: ContractMessage): RuleCheck | undefined {
    const always = fields.filter(({ oneof }) => oneof === undefined).flatMap((field) => this.#memberOf(field));
    const choices = oneofs.flatMap(({ name, required }): Choice[] => {
      const members = fields.filter(({ oneof }) => oneof === name).flatMap((field) => this.#memberOf(field));
      return required || members.length > 0 ? [{ name, required, members }] : [];
    });
    return always.length === 0 && choices.length === 0 ? undefined : generated(always, choices);
  }

  #memberOf(field: ContractField): readonly Member[] {
    // A oneof that names a message has it, even if a library for another language says otherwise.
    const rules =
      field.oneof !== undefined && field.kind === 'message' ? { ...field.rules, required: true } : field.rules;
    const check = field.repeated ? this.#list(field) : this.#value(field, rules);
    return check === undefined ? [] : [{ name: field.name, protoName: field.protoName, check }];
  }

  #list(field: ContractField): RuleCheck | undefined {
    const { required = false, max_items: most = Infinity, unique = false, unique_by: key, items = {} } = field.rules;
    const checkItem = this.#value(field, items);
    const identity = key === undefined ? undefined : camelCase(key);
    if (!required && most === Infinity && !unique && key === undefined && checkItem === undefined) return undefined;
    return (value) => {
      const list = value as readonly unknown[] | undefined;
      if (list === undefined || list.length === 0) return required ? EMPTY : undefined;
      if (list.length > most) return { field: '', problem: `must have at most ${most} items` };
      if (unique && new Set(list).size < list.length) return { field: '', problem: 'must not repeat an item' };
      if (identity !== undefined && hasDuplicate(list, identity)) {
        return { field: '', problem: `must not repeat a ${key}` };
      }
      if (checkItem === undefined) return undefined;
      for (let index = 0; index < list.length; index += 1) {
        const broken = checkItem(list[index]);
        if (broken !== undefined) return below(`[${index}]`, broken);
      }
      return undefined;
    };
  }

  #value(field: ContractField, rules: FieldRules): RuleCheck | undefined {
    switch (field.kind) {
      case 'text':
        return textCheck(rules);
      case 'bytes':
        return bytesCheck(rules);
      case 'bool':
        return rules.required ? (value) => (value === true ? undefined : BE_TRUE) : undefined;
      case 'number':
        return numberCheck(rules);
      case 'enum':
        return rules.required ? enumCheck(field.values ?? new Set()) : undefined;
      case 'message':
        return this.#nested(field.message ?? '', rules);
    }
  }

  #nested(name: string, rules: FieldRules): RuleCheck | undefined {
    const { required = false, absent = [] } = rules;
    const inside = name === DURATION ? durationCheck(rules) : this.#checkOf(name);
    const excluded = [absent].flat().map((protoName) => ({ protoName, name: camelCase(protoName) }));
    if (!required && inside === undefined && excluded.length === 0) return undefined;
    return (value) => {
      if (value === null || value === undefined) return required ? MISSING : undefined;
      for (const { name: member, protoName } of excluded) {
        // A message, a text or a bool; the contract has no other field of which that is said.
        if ((value as Readonly<Record<string, unknown>>)[member]) {
          return { field: protoName, problem: 'must be empty here' };
        }
      }
      return inside?.(value);
    };
  }
}

/** A field with something to check. */
interface Member {
  readonly name: string;
  readonly protoName: string;
  readonly check: RuleCheck;
}

interface Choice {
  readonly name: string;
  readonly required: boolean;
  readonly members: readonly Member[];
}

/**
 * Generates the check of a message as code, as protobufjs does for its readers: with each field read by name at a place of
 * its own, V8 checks a message in half the time that a loop over the names takes. Names come from the .proto files only.
 */
function generated(always: readonly Member[], choices: readonly Choice[]): RuleCheck {
  const scope: Record<string, unknown> = { below };
  const code = protobuf.util.codegen(['message'], 'check');
  const checkMember = ({ name, protoName, check }: Member): void => {
    const place = `check_${name}`;
    scope[place] = check;
    code('broken = %s(message.%s)', place, name);
    code('if (broken !== undefined) return below(%j, broken)', protoName);
  };
  code('var broken');
  always.forEach(checkMember);
  for (const { name, required, members } of choices) {
    code('switch (message.%s) {', name);
    for (const member of members) {
      code('case %j:', member.name);
      checkMember(member);
      code('break');
    }
    if (required) code('case undefined: return { field: %j, problem: "must have one of its members set" }', name);
    code('}');
  }
  return code(scope) as unknown as RuleCheck;
}

const TIMESTAMP = 'google.protobuf.Timestamp';
const DURATION = 'google.protobuf.Duration';

const EMPTY: BrokenRule = { field: '', problem: 'must not be empty' };
const MISSING: BrokenRule = { field: '', problem: 'must be set' };
const BE_TRUE: BrokenRule = { field: '', problem: 'must be true' };

const obeysAll: RuleCheck = () => undefined;

function below(parent: string, { field, problem }: BrokenRule): BrokenRule {
  if (field === '') return { field: parent, problem };
  return { field: field.startsWith('[') ? parent + field : `${parent}.${field}`, problem };
}

/** The pattern that most texts have: databases cannot store a NUL, or their tools do not show the text after it. */
const WITHOUT_NUL = '[^\\x00]*';

function textCheck(rules: FieldRules): RuleCheck | undefined {
  const { required = false, max_characters: mostCharacters = Infinity } = rules;
  const { min_bytes: leastBytes = 0, max_bytes: mostBytes = Infinity } = rules;
  const expression = rules.pattern === undefined ? undefined : new RegExp(`^(?:${rules.pattern})$`);
  const isAnyLength = leastBytes === 0 && mostBytes === Infinity;
  if (!required && mostCharacters === Infinity && isAnyLength && expression === undefined) return undefined;
  const mismatch: BrokenRule = {
    field: '',
    problem: rules.pattern === WITHOUT_NUL ? 'must not contain NUL' : `must match ${rules.pattern ?? ''}`,
  };
  // A character outside the basic plane counts as one in the contract and as two in a JavaScript string.
  const tooLong: BrokenRule = { field: '', problem: `must have at most ${mostCharacters} characters` };
  const wrongBytes = bytesProblem(leastBytes, mostBytes);
  if (rules.pattern === WITHOUT_NUL && isAnyLength) {
    // The check of most texts, with fewer steps.
    return (value) => {
      const text = value as string | undefined;
      if (text === undefined || text === '') return required ? EMPTY : undefined;
      if (text.length > mostCharacters && [...text].length > mostCharacters) return tooLong;
      return text.includes('\0') ? mismatch : undefined;
    };
  }
  return (value) => {
    const text = value as string | undefined;
    if (text === undefined || text === '') return required ? EMPTY : undefined;
    if (text.length > mostCharacters && [...text].length > mostCharacters) return tooLong;
    if (text.length < leastBytes || text.length * 3 > mostBytes) {
      const length = Buffer.byteLength(text);
      if (length < leastBytes || length > mostBytes) return wrongBytes;
    }
    return expression === undefined || expression.test(text) ? undefined : mismatch;
  };
}

function bytesCheck({ required = false, min_bytes: least = 0, max_bytes: most = Infinity }: FieldRules) {
  if (!required && least === 0 && most === Infinity) return undefined;
  const wrong = bytesProblem(least, most);
  return (value: unknown): BrokenRule | undefined => {
    const length = (value as Uint8Array | undefined)?.length ?? 0;
    if (length === 0) return required ? EMPTY : undefined;
    return length < least || length > most ? wrong : undefined;
  };
}

/** No field has a range of which only the least is stated, or both and different. */
function bytesProblem(least: number, most: number): BrokenRule {
  return { field: '', problem: least === most ? `must have ${most} bytes` : `must have at most ${most} bytes` };
}

function numberCheck({ minimum = -Infinity, maximum = Infinity }: FieldRules): RuleCheck | undefined {
  if (minimum === -Infinity && maximum === Infinity) return undefined;
  const wrong: BrokenRule = { field: '', problem: rangeProblem(minimum, maximum, '') };
  return (value) => {
    // An absent `optional` number becomes NaN, which is outside no range; a 64-bit number arrives as text.
    const number = Number(value);
    return number < minimum || number > maximum ? wrong : undefined;
  };
}

function rangeProblem(minimum: number, maximum: number, unit: string): string {
  if (maximum === Infinity) return `must be at least ${minimum}${unit}`;
  return minimum === -Infinity
    ? `must be at most ${maximum}${unit}`
    : `must be between ${minimum} and ${maximum}${unit}`;
}

function enumCheck(values: ReadonlySet<string>): RuleCheck {
  return (value) => (values.has(value as string) ? undefined : UNKNOWN);
}

const UNKNOWN: BrokenRule = { field: '', problem: 'must be a known value other than unspecified' };

function durationCheck({ minimum = -Infinity, maximum = Infinity }: FieldRules): RuleCheck | undefined {
  if (minimum === -Infinity && maximum === Infinity) return undefined;
  const wrong: BrokenRule = { field: '', problem: rangeProblem(minimum, maximum, ' seconds') };
  return (value) => {
    const { seconds, nanos } = value as Duration__Output;
    const total = Number(seconds) + nanos / 1e9;
    return total < minimum || total > maximum ? wrong : undefined;
  };
}

const OUT_OF_RANGE: BrokenRule = { field: '', problem: 'must be a time in the years 0001 to 9999' };

/** Seconds of so few characters are within the years 0001 to 9999. */
const SHORT_SECONDS = 11;
const MAX_NANOS = 999_999_999;

const timestamp: RuleCheck = (value) => {
  const { seconds, nanos } = value as Timestamp__Output;
  if (seconds.length <= SHORT_SECONDS && nanos >= 0 && nanos <= MAX_NANOS) return undefined;
  return fromTimestamp(value as Timestamp__Output) === undefined ? OUT_OF_RANGE : undefined;
};

function hasDuplicate(list: readonly unknown[], key: string): boolean {
  return new Set(list.map((item) => (item as Readonly<Record<string, unknown>>)[key])).size < list.length;
}
