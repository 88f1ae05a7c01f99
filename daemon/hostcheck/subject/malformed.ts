import type { ContractField, FieldRules } from '@gatehouse/proto/contract';
import { camelCase, contractMessage } from '@gatehouse/proto/contract';

/** A message that breaks one rule of one field. */
export interface MalformedMessage {
  /** "code.user_id of 256 characters". */
  readonly what: string;
  readonly message: Message;
}

type Message = Readonly<Record<string, unknown>>;

/**
 * Breaks each rule of the contract once, in a message that obeys all of them. Only messages that the example holds are looked
 * into, so it sets every field of interest.
 */
export function malformedMessages(name: string, example: Message): readonly MalformedMessage[] {
  const { fields, oneofs } = contractMessage(name);
  const without = oneofs.flatMap(({ name: oneof, required }) => {
    const members = fields.filter((field) => field.oneof === oneof).map((field) => field.name);
    const rest = Object.fromEntries(Object.entries(example).filter(([member]) => !members.includes(member)));
    return required ? [{ what: ` without any ${oneof}`, message: rest }] : [];
  });
  const broken = fields.flatMap((field) => {
    const value = example[field.name];
    if (field.oneof !== undefined && value === undefined) return [];
    const wrong = field.repeated ? wrongLists(field, value) : wrongValues(field, field.rules, value);
    return wrong.map(({ what, value }) => ({
      what: `${field.protoName}${what}`,
      message: { ...example, [field.name]: value },
    }));
  });
  return [...without, ...broken];
}

interface Wrong {
  /** Continues the field's name: " of 256 characters", ".user_id that is empty". */
  readonly what: string;
  readonly value: unknown;
}

function wrongLists(field: ContractField, value: unknown): readonly Wrong[] {
  const { required, max_items: most, unique, unique_by: key, items = {} } = field.rules;
  const list = (value as readonly unknown[] | undefined) ?? [];
  const [first] = list;
  const wrong: Wrong[] = required ? [{ what: ' without items', value: [] }] : [];
  if (first === undefined) return wrong;
  if (most !== undefined) {
    const many = Array.from({ length: most + 1 }, (_, n) => (unique ? `check-host-${n}` : first));
    wrong.push({ what: ` of ${most + 1} items`, value: many });
  }
  if (unique || key !== undefined) wrong.push({ what: ' with an item twice', value: [...list, first] });
  // No message can leave out an item.
  const inItem = wrongValues(field, items, first).filter(({ value }) => value !== null);
  return [
    ...wrong,
    ...inItem.map(({ what, value: item }) => ({ what: `[0]${what}`, value: [item, ...list.slice(1)] })),
  ];
}

function wrongValues(field: ContractField, rules: FieldRules, value: unknown): readonly Wrong[] {
  switch (field.kind) {
    case 'text':
      return wrongTexts(rules);
    case 'bytes':
      return wrongBytes(rules);
    case 'number':
      return wrongNumbers(rules);
    case 'enum':
      return rules.required
        ? [
            { what: ' that is unspecified', value: 0 },
            { what: ' with an unknown value', value: 9999 },
          ]
        : [];
    case 'bool':
      return rules.required ? [{ what: ' that is false', value: false }] : [];
    case 'message':
      return wrongMessages(field.message ?? '', rules, value);
  }
}

/** For a pattern, the first of these that it excludes. */
const TEXTS = ['check\0host', 'check host', 'check-host ü', 'check-host"', '='];

function wrongTexts({ required, max_characters: most, max_bytes: bytes, pattern }: FieldRules): readonly Wrong[] {
  const excluded = pattern === undefined ? undefined : TEXTS.find((text) => !new RegExp(`^(?:${pattern})$`).test(text));
  return [
    ...(required ? [{ what: ' that is empty', value: '' }] : []),
    ...(most === undefined ? [] : [{ what: ` of ${most + 1} characters`, value: 'x'.repeat(most + 1) }]),
    ...(bytes === undefined ? [] : [{ what: ` of ${bytes + 8} bytes`, value: `{"x":"${'x'.repeat(bytes)}"}` }]),
    ...(excluded === undefined ? [] : [{ what: ` ${JSON.stringify(excluded)}`, value: excluded }]),
  ];
}

function wrongBytes({ required, min_bytes: least, max_bytes: most }: FieldRules): readonly Wrong[] {
  const sized = (length: number): Wrong => ({ what: ` of ${length} bytes`, value: Buffer.alloc(length, 1) });
  return [
    ...(required ? [{ what: ' that is empty', value: Buffer.alloc(0) }] : []),
    ...(least === undefined ? [] : [sized(least - 1)]),
    ...(most === undefined ? [] : [sized(most + 1)]),
  ];
}

function wrongNumbers({ minimum, maximum }: FieldRules): readonly Wrong[] {
  const below = minimum !== undefined && minimum > 0 ? [minimum - 1] : [];
  const above = maximum === undefined ? [] : [maximum + 1];
  return [...below, ...above].map((value) => ({ what: ` of ${value}`, value }));
}

const TIMESTAMP = 'google.protobuf.Timestamp';
const BEYOND_9999 = { seconds: 253_402_300_800, nanos: 0 };

function wrongMessages(name: string, { required, absent = [] }: FieldRules, value: unknown): readonly Wrong[] {
  const missing = required ? [{ what: ' that is absent', value: null }] : [];
  if (typeof value !== 'object' || value === null) return missing;
  if (name === TIMESTAMP) return [...missing, { what: ' in the year 10000', value: BEYOND_9999 }];
  const present = [absent].flat().map((member) => ({
    what: `.${member} that is set`,
    value: { ...withoutRivals(name, member, value), [camelCase(member)]: filled(name, member) },
  }));
  const inside = malformedMessages(name, value as Message);
  return [...missing, ...present, ...inside.map(({ what, message }) => ({ what: pathOf(what), value: message }))];
}

/** Continues the path of a message, unless it is about the message itself. */
function pathOf(what: string): string {
  return what.startsWith(' ') ? what : `.${what}`;
}

/** The value without the other members of the oneof: only one of them travels, and which one is not defined. */
function withoutRivals(message: string, member: string, value: object): object {
  const { fields } = contractMessage(message);
  const oneof = fields.find(({ protoName }) => protoName === member)?.oneof;
  if (oneof === undefined) return value;
  const rivals = new Set(fields.filter((field) => field.oneof === oneof).map(({ protoName }) => camelCase(protoName)));
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== oneof && !rivals.has(key)));
}

/** Some value of a field that must be absent. */
function filled(message: string, member: string): unknown {
  const field = contractMessage(message).fields.find(({ protoName }) => protoName === member);
  if (field?.kind === 'text') return 'check-host';
  if (field?.kind === 'bool') return true;
  return field?.message === TIMESTAMP ? { seconds: 1, nanos: 0 } : {};
}
