import { COUNT } from '../../../i18n/message.js';
import type { PhraseBook } from '../../../i18n/phrase-book.js';
import { isPhraseKey, namespaceOf } from '../../../i18n/phrase-book.js';
import { CountedText, Text } from '../../../i18n/text.js';
import type { Choice } from '../../api/answers.js';
import { choiceText } from '../../model/cell-json.js';
import type { Column, Relation } from '../../model/column.js';
import type { Controller, Model, Permission } from '../../model/registration.js';
import type { Requirement } from '../../model/schema/types.js';
import { NOTHING_REQUIRED } from '../../model/schema/types.js';
import type { Definitions } from '../files/definitions.js';
import type { ListedChoice } from '../keys/options.js';
import type { Given, Problems, Spot } from '../yaml/problems.js';
import { didYouMean } from '../yaml/problems.js';
import type { WrittenValue } from '../yaml/readers.js';

/** The input that every part of the compiler shares. */
export interface CompileContext {
  readonly problems: Problems;
  readonly definitions: Definitions;
  readonly phrases: PhraseBook;
  /** By name, as in `modelClass`. */
  readonly models: ReadonlyMap<string, Model>;
  /** By model name: the controller that manages the model. Other places use its relations as the model's relations. */
  readonly managers: ReadonlyMap<string, Controller>;
  /** Every controller of the registration, by id. */
  readonly controllers: ReadonlyMap<string, Controller>;
  /** The code of every registered settings screen. */
  readonly settingsCodes: ReadonlySet<string>;
  /** Every permission code that a plugin registers. */
  readonly permissionCodes: ReadonlySet<string>;
  /** The same with their labels, for permission editors. */
  readonly permissions: readonly Permission[];
  /** The path of the backend's mount point: "/backend". */
  readonly prefix: string;
  /** Whether the host keeps saved views of lists. */
  readonly savesViews: boolean;
  /** Whether the host can search several lists at once. */
  readonly searchesRecords: boolean;
}

/**
 * These functions look names up in the host's registration. They report an unknown name together with the closest known one.
 */

export function findModel({ value, at }: Given<string>, context: CompileContext): Model | undefined {
  const model = context.models.get(value);
  if (model !== undefined) return model;
  context.problems.unknown(at, `the host registers no model ${value}`, value, [...context.models.keys()]);
  return undefined;
}

/** A model or a settings screen; both have columns. */
export type ColumnOwner = Pick<Model, 'name' | 'columns'>;

export function findColumn(owner: ColumnOwner, name: string, at: Spot, context: CompileContext): Column | undefined {
  const column = owner.columns.find((one) => one.name === name);
  if (column !== undefined) return column;
  context.problems.unknown(
    at,
    `${owner.name} has no column ${name}`,
    name,
    owner.columns.map((one) => one.name),
  );
  return undefined;
}

export function findRelation(
  relations: readonly Relation[],
  name: string,
  at: Spot,
  context: CompileContext,
  owner = 'the controller',
): Relation | undefined {
  const relation = relations.find((one) => one.name === name);
  if (relation !== undefined) return relation;
  context.problems.unknown(
    at,
    `${owner} has no relation ${name}`,
    name,
    relations.map((one) => one.name),
  );
  return undefined;
}

/** Looks up a query scope that the model registers. */
export function findScope(model: Model, { value, at }: Given<string>, context: CompileContext): string | undefined {
  if (model.scopes.includes(value)) return value;
  context.problems.unknown(at, `${model.name} has no query scope ${value}`, value, model.scopes);
  return undefined;
}

/** Looks up an option provider of the controller or settings screen. Reports an unknown name, but returns it anyway. */
export function findProvider(
  providers: readonly string[],
  { value, at }: { readonly value: string; readonly at: Spot },
  { problems }: CompileContext,
): string {
  if (!providers.includes(value))
    problems.unknown(at, `the host registers no option provider ${value}`, value, providers);
  return value;
}

/** The model at the other end of a relation, and the column that labels its records. Registration has checked both. */
export function relatedModel(relation: Relation, context: CompileContext): Model | undefined {
  return context.models.get(relation.relatedModel);
}

/** Turns a YAML text into a translatable text. An unknown phrase stops startup instead of failing on a page later. */
export function textOf({ value, at }: Given<string>, context: CompileContext): Text {
  checkPhrase(value, at, [], context);
  return new Text(value);
}

/** The given text, or the fallback if there is none. */
export function textOr(given: Given<string> | undefined, fallback: string, context: CompileContext): Text {
  return given === undefined ? new Text(fallback) : textOf(given, context);
}

export function optionalText(given: Given<string> | undefined, context: CompileContext): Text | null {
  return given === undefined ? null : textOf(given, context);
}

/** A text that may contain an ICU plural of `count`. */
export function countedTextOf({ value, at }: Given<string>, context: CompileContext): CountedText {
  checkPhrase(value, at, [COUNT], context);
  return new CountedText(value);
}

function checkPhrase(key: string, at: Spot, allowed: readonly string[], { phrases, problems }: CompileContext): void {
  if (!isPhraseKey(key)) return;
  const message = phrases.find(key);
  if (message === undefined && phrases.isUnreadable(key)) return;
  if (message === undefined) {
    const elsewhere = phrases.localesOf(key);
    problems.add(at, `the default locale (${phrases.defaultLocale}) has no phrase ${key}`, {
      expected: 'a phrase from a language file, or plain text',
      advice:
        elsewhere.length > 0
          ? `it exists only in ${elsewhere.join(', ')}`
          : didYouMean(key, phrases.keysOf(namespaceOf(key))),
    });
    return;
  }
  const unfilled = [...message.argumentNames].filter((name) => !allowed.includes(name));
  if (unfilled.length > 0) {
    problems.add(at, `the phrase ${key} contains {${unfilled.join('}, {')}}, which has no value here`, {
      expected: allowed.length === 0 ? 'a phrase without arguments' : `only the arguments {${allowed.join('}, {')}}`,
    });
  }
}

/** `permissions` of a column, field or filter: any one of the codes is enough, as in October. */
export function anyOf(codes: readonly Given<string>[] | undefined, context: CompileContext): Requirement {
  return codes === undefined ? NOTHING_REQUIRED : { all: [], any: known(codes, context) };
}

/** The requirement of an operation: all of the codes. */
export function allOf(codes: readonly Given<string>[] | undefined, context: CompileContext): Requirement {
  return codes === undefined ? NOTHING_REQUIRED : { all: known(codes, context), any: [] };
}

/** Reports codes that no plugin registers. Operators cannot grant them, so only superusers would see what they guard. */
function known(codes: readonly Given<string>[], { permissionCodes, problems }: CompileContext): readonly string[] {
  for (const { value, at } of codes) {
    if (permissionCodes.has(value)) continue;
    problems.unknown(at, `no plugin registers the permission ${value}`, value, [...permissionCodes].sort());
  }
  return codes.map(({ value }) => value);
}

/** Compiles listed choices with their texts. Reports duplicate values, and values that the column cannot hold. */
export function compileChoices(
  listed: readonly Given<ListedChoice>[],
  column: Column | undefined,
  context: CompileContext,
): readonly Choice[] {
  const { problems } = context;
  const seen = new Set<string>();
  return listed.map(({ value: { value: written, label, color }, at }) => {
    const value = choiceText(column, written);
    if (value === undefined) {
      problems.add(at, `the choice "${written}" does not fit the column ${column?.name ?? ''}`, {
        expected: `a value that is ${column?.type ?? ''}`,
      });
    } else if (seen.has(value)) problems.add(at, `the choice "${written}" appears twice`, { expected: 'each once' });
    seen.add(value ?? written);
    return { value: value ?? written, label: textOf(label, context), ...(color !== undefined && { color }) };
  });
}

/**
 * A value of the file as a text: as it is written if the column holds texts or is not known, so that the version 1.10 stays one;
 * a number of another column in the spelling of numbers.
 */
export function textIn(column: Column | undefined, { value, text }: WrittenValue): string {
  const holdsTexts = column === undefined || column.type === 'string' || column.type === 'json';
  return holdsTexts && typeof value === 'number' ? text : String(value);
}

export function valuesOf(choices: readonly Choice[]): ReadonlySet<string> {
  return new Set(choices.map(({ value }) => value));
}

interface Bounds {
  readonly min: Given<number> | undefined;
  readonly max: Given<number> | undefined;
  readonly minDate: Given<string> | undefined;
  readonly maxDate: Given<string> | undefined;
}

/** Rejects bounds that no value can satisfy: no user could save a form with such a field. */
export function checkBounds({ min, max, minDate, maxDate }: Bounds, { problems }: CompileContext): void {
  if (min !== undefined && max !== undefined && min.value > max.value) {
    problems.add(max.at, `is ${max.value}, below min`, { expected: `at least ${min.value}` });
  }
  // Dates in this format compare correctly as strings.
  if (minDate !== undefined && maxDate !== undefined && minDate.value > maxDate.value) {
    problems.add(maxDate.at, `is ${maxDate.value}, before minDate`, { expected: `${minDate.value} or later` });
  }
}
