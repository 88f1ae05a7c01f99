import type { FieldProblem } from '../api/errors.js';
import { MAX_IDS, MAX_LABEL_CHARACTERS } from '../api/limits.js';
import { isRecordId } from '../api/paths.js';
import { composed, spellings } from '../api/spelling.js';
import { choiceText } from '../model/cell-json.js';
import type { Option } from '../model/record.js';
import type { ImportableField } from '../model/schema/importable.js';
import type { OptionOrigin, OptionSource } from '../ports/option-source.js';
import type { ControllerTarget } from '../ports/record-store.js';
import { beginningOf, excerpt } from '../records/import/excerpt.js';
import type { FindChoice } from '../records/import/field-values.js';
import { folded } from '../records/import/field-values.js';
import type { Say } from '../records/import/mapping.js';
import { questions } from '../records/import/questions.js';
import type { Asking } from './asking.js';

/** Texts in one question to the host: with two choices of each name, their answer fits on one page. */
const TEXTS_AT_A_TIME = MAX_IDS / 2;
/** Pages of choices that have the same few names. */
const MAX_PAGES = 5;

/** Finds a choice that the YAML lists by its value or its label; undefined for other fields. */
export function listedChoices({ binding, view, rules }: ImportableField, say: Say): FindChoice | undefined {
  if (binding.kind !== 'column' || binding.choices?.kind !== 'listed') return undefined;
  const { column } = binding;
  const choices = rules.tags?.choices ?? rules.choices;
  const byLabel = new Map((view.options ?? []).map(({ value, label }) => [folded(say(label)), value]));
  return (text) => {
    const canonical = choiceText(column, text);
    if (canonical !== undefined && choices?.has(canonical) === true) return { value: canonical };
    const value = byLabel.get(folded(text));
    return value === undefined ? problem('import_choice', text) : { value };
  };
}

function problem(rule: 'import_choice' | 'import_ambiguous', text: string): FieldProblem {
  return { rule, parameters: { text: excerpt(text) } };
}

/** Where the host has the choices of the field; undefined for a field without them. */
export function hostOrigin({ binding }: ImportableField): OptionOrigin | undefined {
  if (binding.kind === 'relation') {
    const { relation, label, scope } = binding;
    return { kind: 'relation', relation, label, ...(scope && { scope }) };
  }
  if (binding.kind === 'column' && binding.choices?.kind === 'provider') {
    return { kind: 'provider', provider: binding.choices.provider };
  }
  return undefined;
}

/**
 * Asks the host for the choices that texts of a file may stand for: those with this value, or with exactly this label. A
 * number of calls that the number of different texts bounds.
 *
 * A text that stands for two related records is a problem. The value of a provider counts more than a label. A value that the
 * provider does not offer without the other fields of the form is left to the host, which knows them when it writes.
 */
export async function hostChoices(
  origin: OptionOrigin,
  texts: ReadonlySet<string>,
  options: OptionSource,
  target: ControllerTarget,
  { call }: Pick<Asking, 'call'>,
): Promise<FindChoice> {
  const byValue = new Map<string, Option>();
  const byLabel = new Map<string, Set<string>>();
  const ask = async (query: { readonly ids: readonly string[]; readonly labels: readonly string[] }) => {
    for (let number = 1; number <= MAX_PAGES; number += 1) {
      const asked = { source: origin, terms: [], ...query, page: { number, size: MAX_IDS }, formValues: [] };
      const page = await options.options(target, asked, call);
      for (const option of page.options) {
        if (query.ids.length > 0) byValue.set(option.value, option);
        else {
          const label = composed(option.label);
          byLabel.set(label, (byLabel.get(label) ?? new Set()).add(option.value));
        }
      }
      if (!page.hasMore) return;
    }
  };
  // No label is longer, so that the host need not look for longer texts, which may fill a whole file.
  const possible = [...texts].filter((text) => beginningOf(composed(text), MAX_LABEL_CHARACTERS) === undefined);
  for (const some of questions(possible, TEXTS_AT_A_TIME, spellings)) {
    const ids = some.filter(isRecordId);
    if (ids.length > 0) await ask({ ids, labels: [] });
    // The application compares labels as they are stored.
    await ask({ ids: [], labels: [...new Set(some.flatMap(spellings))] });
  }
  return (text) => {
    const values = new Set(byLabel.get(composed(text)));
    if (byValue.has(text)) {
      if (origin.kind === 'provider') return { value: text };
      values.add(text);
    }
    const [value, another] = values;
    if (another !== undefined) return problem('import_ambiguous', text);
    if (value !== undefined) return { value };
    return origin.kind === 'provider' ? { value: text } : problem('import_choice', text);
  };
}
