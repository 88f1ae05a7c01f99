import { status } from '@grpc/grpc-js';
import type { ViewValue } from '../../admin/model/record.js';
import { CALL, callerOf, firstRecords, registrationOf, STRANGE_IDS, survey } from '../subject/admin.js';
import type { Check } from '../subject/check.js';
import { RpcStatus } from '../subject/connection.js';
import { expectSame, expectThat } from '../subject/expectations.js';
import { expectKept, NOT_FOUND, outcomeOf } from '../subject/outcomes.js';
import { isKept, otherSample } from '../subject/samples.js';
import { forEachMade, onScratch } from '../subject/scratch.js';

/** Checks that change settings, run actions and read partial data. */

const settingsWrite: Check = {
  name: 'settings/write',
  citation: 'admin_record.proto: UpdateSettings',
  on: 'admin-unary',
  scratch: true,
  run: async (subject) => {
    const { settings } = subject.admin;
    const caller = await callerOf(subject);
    const screens = registrationOf(subject.description).plugins.flatMap((plugin) => plugin.settings);
    let written = 0;
    for (const { code, columns, versioned } of screens) {
      const target = { caller, settings: code };
      await onScratch(subject, async (scratch) => {
        const original = await settings.get(target, columns, CALL);
        const values = columns.flatMap((column, index) => {
          const value = original.cells[index];
          return value === undefined || value.kind === 'invalid' || value.kind === 'truncated'
            ? []
            : [{ column, value }];
        });
        scratch.afterwards(async () => {
          const { outcome } = await settings.update(target, values, { columns: [] }, CALL);
          if (outcome !== 'written') subject.leftovers.noteChange();
        });
        for (const { column, value } of values) {
          const before = await settings.get(target, columns, CALL);
          const write = { column, value: otherSample(column, value) };
          if (write.value.kind === 'null' && !column.nullable) continue;
          const about = `settings ${code} after an update of ${column.name}`;
          const expectation = { columns, ...(before.version !== undefined && { expectedVersion: before.version }) };
          const outcome = await outcomeOf(about, settings.update(target, [write], expectation, CALL));
          const then = await settings.get(target, columns, CALL);
          if (outcome.outcome === 'invalid' || outcome.outcome === 'refused') {
            expectSame(`${about} that was rejected`, then, before, 'Roll back everything.');
            continue;
          }
          expectThat(
            outcome.outcome === 'written',
            `${about}: written`,
            outcome.outcome,
            'The version is the current one.',
          );
          written += 1;
          expectKept(about, columns, [write], outcome.values);
          expectSame(`${about}, read again`, then, outcome.values, 'Return the values as they were committed.');
          for (const [index, other] of columns.entries()) {
            const is = then.cells[index];
            if (other === column || is?.kind === 'invalid' || isKept(write.value, is)) continue;
            expectSame(`${about}, its ${other.name}`, is, before.cells[index], 'Change only the named columns.');
          }
          if (!versioned) continue;
          const versions = 'Change the version with every write that changes a value, and compare it in the write.';
          expectThat(then.version !== before.version, `${about}, with another version`, 'the same version', versions);
          const stale = await settings.update(target, [{ column, value }], expectation, CALL);
          expectSame(`${about}, with the version before`, stale, { outcome: 'conflict', current: then }, versions);
          expectSame(`${about} and a conflict`, await settings.get(target, columns, CALL), then, versions);
        }
      });
    }
    if (screens.length === 0) return;
    expectThat(written > 0, 'a settings screen that accepts a value', 'none', 'Accept at least one of the new values.');
  },
};

/** Runs every action, without a record and on a new one. */
const actionsRun: Check = {
  name: 'actions/run',
  citation: 'admin_record.proto: RunAction',
  on: 'admin-unary',
  scratch: true,
  run: async (subject) => {
    const rejected: string[] = [];
    let [registered, done] = [0, 0];
    await forEachMade(subject, async ({ surveyed, record, written }) => {
      for (const { name: action } of surveyed.controller.actions) {
        registered += 1;
        for (const invocation of [
          { action, values: [] },
          { action, recordId: record.id, values: written },
        ]) {
          const about = `action ${action} of ${surveyed.controller.id}`;
          const outcome = await outcomeOf(about, subject.admin.actions.run(surveyed.target, invocation, CALL));
          if (outcome.outcome === 'done') done += 1;
          else rejected.push(`${about}: ${outcome.outcome}`);
          const expected = ['done', 'invalid', 'refused'];
          const advice =
            'The record was created a moment ago, so it exists. Without a record there is nothing to find.';
          expectThat(expected.includes(outcome.outcome), expected.join(' or '), outcome.outcome, advice);
        }
      }
    });
    const advice = 'An action must succeed on a copy of one of its records, or without a record.';
    expectThat(registered === 0 || done > 0, 'an action that is done', rejected.join('; '), advice);
  },
};

/** A name that no controller knows may be rejected before the record is looked for. */
const UNNAMED = 'check-host';

const partialsRead: Check = {
  name: 'partials/read',
  citation: 'admin_record.proto: GetPartialData',
  on: 'admin-unary',
  run: async (subject) => {
    const { partialData } = subject.admin;
    const { partials = [] } = subject.options;
    const unread = new Set(partials);
    for (const surveyed of await survey(subject)) {
      const { controller, target } = surveyed;
      if (!controller.suppliesPartialData) continue;
      const known = await firstRecords(subject.admin, surveyed);
      for (const name of partials.length === 0 ? [UNNAMED] : partials) {
        const read = async (recordId?: string) => {
          const request = { name, ...(recordId !== undefined && { recordId }) };
          return unlessUnknown(partialData.viewModel(target, request, CALL));
        };
        for (const id of STRANGE_IDS) {
          const advice = 'Look up the record in the form scope first.';
          expectSame(
            `partial ${name} of ${controller.id} for "${id}"`,
            (await read(id)) ?? NOT_FOUND,
            NOT_FOUND,
            advice,
          );
        }
        if (name === UNNAMED) continue;
        for (const recordId of [undefined, ...known.map(({ id }) => id)]) {
          const found = await read(recordId);
          if (found?.outcome !== 'found') continue;
          unread.delete(name);
          const advice = 'Pass plain values to a partial. Gatehouse rejects a view model with anything else.';
          expectSame(`partial ${name}: models and trusted HTML in it`, forbiddenIn(found.value), [], advice);
        }
      }
    }
    expectSame('partials that no controller knows', [...unread], [], 'Check the names given with --partial.');
  },
};

async function unlessUnknown<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof RpcStatus && error.code === (status.INVALID_ARGUMENT as number)) return undefined;
    throw error;
  }
}

function forbiddenIn(value: ViewValue): readonly string[] {
  if (value.kind === 'record') return [value.model];
  if (value.kind === 'trustedHtml') return ['trusted HTML'];
  if (value.kind === 'list') return value.items.flatMap(forbiddenIn);
  return value.kind === 'map' ? [...value.entries.values()].flatMap(forbiddenIn) : [];
}

export const SCRATCH_FORM_CHECKS: readonly Check[] = [settingsWrite, actionsRun, partialsRead];
