import type { Caller } from '../../admin/model/principal.js';
import type { ListQuery, RelationSelection, Selection } from '../../admin/model/query.js';
import type { AdminRecord } from '../../admin/model/record.js';
import type { AdminRegistration, Controller, Model } from '../../admin/model/registration.js';
import type { ControllerTarget } from '../../admin/ports/record-store.js';
import type { Ports } from '../../admin/ports/ports.js';
import type { DescribeResponse__Output } from '../../contract/generated/gatehouse/host/v1/DescribeResponse.js';
import { fromAdminRegistration } from '../../host/from-proto/admin/registration.js';
import type { Subject } from '../check.js';
import { CheckFailure, expectThat } from '../failure.js';
import { newAdministrator } from './administrators.js';
import { CALL } from './ports.js';

/** A registered controller as the checks walk through it: with all of its columns and relations. */
export interface Surveyed {
  readonly controller: Controller;
  readonly model: Model;
  /** On behalf of an administrator of the run's own, who passes every permission check. */
  readonly target: ControllerTarget;
  readonly selection: Selection;
}

export const PAGE_SIZE = 5;

export function registrationOf({ admin }: DescribeResponse__Output): AdminRegistration {
  const advice = 'See admin_registration.proto for what each member may be.';
  if (admin === null) throw new CheckFailure('an admin registration', 'none', advice);
  const checked = fromAdminRegistration(admin);
  if ('problems' in checked) throw new CheckFailure('a valid registration', checked.problems.join('; '), advice);
  return checked.registration;
}

export async function callerOf({ admin }: Subject): Promise<Caller> {
  const { administrator } = await newAdministrator(admin.directory);
  return { principal: { ...administrator, superuser: true }, locale: 'en' };
}

export async function survey(subject: Subject): Promise<readonly Surveyed[]> {
  const registration = registrationOf(subject.description);
  const { controllers, models } = registration;
  expectThat(controllers.length > 0, 'a registered controller', 'none', 'Register one: there is nothing to check.');
  const caller = await callerOf(subject);
  return controllers.map((controller) => {
    const model = modelOf(models, controller.model);
    const relations = controller.relations.flatMap((relation): RelationSelection[] => {
      const column = modelOf(models, relation.relatedModel).columns.find(({ name }) => name === relation.labelColumn);
      const counted: RelationSelection = { kind: 'count', relation };
      return column === undefined ? [counted] : [counted, { kind: 'related', relation, column, limit: PAGE_SIZE }];
    });
    return {
      controller,
      model,
      target: { caller, controller: controller.id },
      selection: { columns: model.columns, relations },
    };
  });
}

export function modelOf(models: readonly Model[], name: string): Model {
  const model = models.find((one) => one.name === name);
  if (model === undefined) throw new Error(`a checked registration has no model ${name}`);
  return model;
}

export function pageOf(selection: Selection, overrides: Partial<ListQuery> = {}): ListQuery {
  const page = { number: 1, size: PAGE_SIZE };
  return { selection, conditions: [], scopes: [], sorts: [], page, count: false, ...overrides };
}

/** The first records of the list, at least one: a list without any proves nothing. */
export async function firstRecords(
  { records }: Ports,
  { target, selection }: Surveyed,
): Promise<readonly AdminRecord[]> {
  const page = await records.list(target, pageOf(selection), CALL);
  expectThat(
    page.records.length > 0,
    `a record of ${target.controller}`,
    'none',
    'Fill the database that the host is checked on: every controller needs some records.',
  );
  return page.records;
}

/** Ids that nobody has, in forms that a database may stumble over. */
export const STRANGE_IDS: readonly string[] = [
  'check-host',
  '-1',
  '99999999999999999999999',
  "' OR 1=1 --",
  '1 ',
  '%',
  '\u{1f989}',
];
