import { MAX_ITEMS } from '../../api/limits.js';
import type { TagSeparator } from '../../api/tags.js';
import { TAG_SEPARATORS } from '../../api/tags.js';
import type { Column } from '../../model/column.js';
import type { FieldChoices, TagRules, TagsView } from '../../model/schema/form-schema.js';
import type { NamedField } from '../keys/fields.js';
import type { CompileContext } from './context.js';

/** Checks that the keys of `type: taglist` fit each other and the column. */
export function checkTags(
  field: NamedField,
  column: Column,
  choices: FieldChoices | undefined,
  context: CompileContext,
) {
  const { problems } = context;
  const { mode, separator, customTags, useKey, options } = field.value;
  const held = column.type === 'json' ? 'array' : 'string';
  if (mode !== undefined && mode.value !== held) {
    const expected = `mode: ${held}, or a column of another type`;
    problems.add(mode.at, `is ${mode.value}, but the column ${column.name} is ${column.type}`, { expected });
  }
  if (separator !== undefined && held === 'array') {
    const expected = 'separator only with a text column; remove it';
    problems.add(separator.at, `the column ${column.name} is json and holds a list`, { expected });
  }
  const isProvided = choices?.kind === 'provider';
  if (useKey?.value === true && options === undefined) {
    problems.add(useKey.at, 'needs options', { expected: 'a mapping of keys to texts, or the name of a provider' });
  }
  if (options !== undefined && typeof options.value !== 'string' && useKey?.value !== true) {
    const keyed = options.value.find(({ value }) => value.label.value !== value.value);
    if (keyed !== undefined) {
      problems.add(keyed.at, `the tag ${keyed.value.value} has another text`, {
        expected: 'useKey: true, which stores the keys, or a list of tags',
      });
    }
  }
  if (customTags?.value === false && options === undefined) {
    problems.add(customTags.at, 'is false without options', { expected: 'options: the tags to choose from' });
  }
  if (customTags?.value === false && isProvided && held === 'string') {
    problems.add(customTags.at, 'is false, but the host cannot check the tags of a text column', {
      expected: 'a json column, listed options, or customTags: true',
    });
  }
  const between = separatorOf(field, column);
  if (choices?.kind !== 'listed' || between === undefined || options === undefined) return;
  const split = [...choices.values].find((tag) => tag.includes(between));
  if (split !== undefined) {
    problems.add(options.at, `the tag "${split}" contains the separator`, {
      expected: 'a json column, or another separator',
    });
  }
}

/** Undefined for a json column. */
function separatorOf({ value: { separator } }: NamedField, column: Column): TagSeparator | undefined {
  return column.type === 'json' ? undefined : TAG_SEPARATORS[separator?.value ?? 'comma'];
}

export function tagRules(field: NamedField, column: Column, choices: FieldChoices | undefined): TagRules {
  const separator = separatorOf(field, column);
  const { customTags, maxItems } = field.value;
  return {
    ...(separator !== undefined && { separator }),
    maximum: maxItems?.value ?? MAX_ITEMS,
    ...(customTags?.value === false && choices?.kind === 'listed' && { choices: choices.values }),
  };
}

export function tagsView(field: NamedField, column: Column): TagsView {
  const { customTags, maxItems } = field.value;
  return {
    separator: separatorOf(field, column) ?? null,
    custom: customTags?.value ?? true,
    maximum: maxItems?.value ?? MAX_ITEMS,
  };
}
