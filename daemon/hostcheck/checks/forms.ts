import type { OptionOrigin } from '../../admin/ports/option-source.js';
import { CALL, callerOf, modelOf, PAGE_SIZE, registrationOf, STRANGE_IDS, survey } from '../subject/admin.js';
import type { Check } from '../subject/check.js';
import { expectSame, expectThat } from '../subject/expectations.js';

const optionsResolved: Check = {
  name: 'options/resolve',
  citation: 'admin_record.proto: ListOptions',
  on: 'admin',
  run: async (subject) => {
    const { models } = registrationOf(subject.description);
    for (const { controller, target } of await survey(subject)) {
      const sources: OptionOrigin[] = [
        ...controller.relations.flatMap((relation): OptionOrigin[] => {
          const { columns } = modelOf(models, relation.relatedModel);
          const label = columns.find(({ name }) => name === relation.labelColumn);
          return label === undefined ? [] : [{ kind: 'relation', relation, label }];
        }),
        ...controller.optionProviders.map((provider): OptionOrigin => ({ kind: 'provider', provider })),
      ];
      for (const source of sources) {
        const ask = (ids: readonly string[], number = 1) =>
          subject.admin.options.options(
            target,
            { source, terms: [], ids, page: { number, size: PAGE_SIZE }, formValues: [] },
            CALL,
          );
        const name = source.kind === 'relation' ? source.relation.name : source.kind === 'provider' && source.provider;
        const about = `choices of ${controller.id}, ${String(name)}`;
        const { options } = await ask([]);
        const chosen = options.map(({ value }) => value);
        if (chosen.length > 0) {
          const advice = 'With ids, return those that exist, with the same labels.';
          expectSame(`${about}, by their ids`, byValue((await ask(chosen)).options), byValue(options), advice);
        }
        const strange = STRANGE_IDS.slice(0, PAGE_SIZE);
        expectSame(`${about}, by unknown ids`, (await ask(strange)).options, [], 'Omit values that do not exist.');
        expectSame(
          `${about}, past the end`,
          (await ask([], 1_000_000)).options,
          [],
          'Return an empty page past the end.',
        );
      }
    }
  },
};

function byValue<T extends { readonly value: string }>(options: readonly T[]): T[] {
  return [...options].sort((a, b) => (a.value < b.value ? -1 : 1));
}

/** Changes nothing: the update names another version. */
const settingsRead: Check = {
  name: 'settings/read-and-conflict',
  citation: 'admin_record.proto: GetSettings, UpdateSettings',
  on: 'admin',
  run: async (subject) => {
    const { plugins } = registrationOf(subject.description);
    const caller = await callerOf(subject);
    for (const { code, columns, versioned } of plugins.flatMap(({ settings }) => settings)) {
      const target = { caller, settings: code };
      const values = await subject.admin.settings.get(target, columns, CALL);
      const reversed = await subject.admin.settings.get(target, [...columns].reverse(), CALL);
      const order = 'Return one cell for each requested column, in the requested order.';
      expectSame(`settings ${code}, columns in reverse`, [...reversed.cells].reverse(), values.cells, order);
      expectThat(
        (values.version !== undefined) === versioned,
        versioned ? `a version of ${code}` : `no version of ${code}`,
        versioned ? 'none' : 'a version',
        `The screen is registered with versioned: ${String(versioned)}.`,
      );
      if (!versioned) continue;
      const expectedVersion = `${values.version ?? ''}x`;
      const outcome = await subject.admin.settings.update(target, [], { expectedVersion, columns }, CALL);
      const advice = 'Compare the version in the write itself, and return a conflict with the current values.';
      expectSame(`settings ${code} with another version`, outcome, { outcome: 'conflict', current: values }, advice);
    }
  },
};

/** Writes no columns, with the current version. A correct host changes nothing, and so no version. */
const settingsUnchanged: Check = {
  name: 'settings/unchanged-write',
  citation: 'admin_record.proto: UpdateSettings, "A write that changes nothing"',
  on: 'admin',
  run: async (subject) => {
    const { plugins } = registrationOf(subject.description);
    const caller = await callerOf(subject);
    const { settings } = subject.admin;
    for (const { code, columns } of plugins.flatMap((plugin) => plugin.settings)) {
      const target = { caller, settings: code };
      const { version, ...values } = await settings.get(target, columns, CALL);
      const expectation = { columns, ...(version !== undefined && { expectedVersion: version }) };
      const outcome = await settings.update(target, [], expectation, CALL);
      const advice =
        'Compare the written values with the stored ones. If they are the same, do not change the version and do not run hooks.';
      const expected = { outcome: 'written', values: { ...values, ...(version !== undefined && { version }) } };
      expectSame(`settings ${code} after a write without changes`, outcome, expected, advice);
    }
  },
};

/** A correct host runs nothing here: it looks for the record before it runs the action. */
const actionsScoped: Check = {
  name: 'actions/record-in-scope',
  citation: 'admin_record.proto: RunAction, "the record is not in the form scope"',
  on: 'admin',
  run: async (subject) => {
    for (const { controller, target } of await survey(subject)) {
      for (const { name: action } of controller.actions) {
        for (const recordId of STRANGE_IDS) {
          const outcome = await subject.admin.actions.run(target, { action, recordId, values: [] }, CALL);
          const about = `action ${action} of ${controller.id} for "${recordId}"`;
          expectSame(about, outcome, { outcome: 'notFound' }, 'Look up the record in the form scope first.');
        }
      }
    }
  },
};

export const FORM_CHECKS: readonly Check[] = [optionsResolved, settingsRead, settingsUnchanged, actionsScoped];
