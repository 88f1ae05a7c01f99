import { ADMINISTRATORS, ROLES_CONTROLLER, withBuiltIn } from '../../admin/builtin/registration.js';
import type { Administrator, Caller } from '../../admin/model/administrator.js';
import type { Cell, Column } from '../../admin/model/column.js';
import type { AdminRecord, RecordWrite } from '../../admin/model/record.js';
import type { AdminRegistration } from '../../admin/model/registration.js';
import type { RecordStore } from '../../admin/ports/record-store.js';
import { randomToken } from '../../core/crypto.js';
import { CALL, newAdministrator, newPasswordHash } from './admin.js';
import type { Subject } from './check.js';
import { CheckFailure, expectThat, shown } from './expectations.js';
import { RpcStatus } from './connection.js';

/**
 * Administrators who manage others, through the two built-in controllers. Only for checks of --scratch: they need a
 * superuser.
 */

const NOTHING: AdminRegistration = { defaultLocale: 'en', models: [], controllers: [], plugins: [] };

/** Names of columns and of the relation, with the values to write. */
export interface Fields {
  readonly texts?: Readonly<Record<string, string>>;
  readonly flags?: Readonly<Record<string, boolean>>;
  readonly permissions?: readonly string[];
  /** Id of the role; null for none. */
  readonly role?: string | null;
}

export type Kind = 'administrators' | 'roles';

export type Outcome = Awaited<ReturnType<RecordStore['update']>>;

/** The acts of administrators who manage others, and the records that they made. */
export class Colleagues {
  readonly #registration: AdminRegistration;
  readonly #made: { readonly kind: Kind; readonly id: string }[] = [];

  constructor(
    private readonly subject: Subject,
    /** A superuser of the check. */
    readonly superuser: Administrator,
  ) {
    const secondFactor = subject.description.capabilities.includes('CAPABILITY_ADMIN_SECOND_FACTOR');
    this.#registration = withBuiltIn(NOTHING, { secondFactor, views: false });
  }

  columns(kind: Kind): readonly Column[] {
    return this.#registration.models[kind === 'roles' ? 0 : 1]?.columns ?? [];
  }

  async create(kind: Kind, fields: Fields, by = this.superuser): Promise<Outcome> {
    const { records } = this.subject.admin;
    const write = this.#write(kind, fields);
    const outcome = await records.create(target(kind, by), write, { columns: this.columns(kind), relations: [] }, CALL);
    if (outcome.outcome === 'written') this.#made.push({ kind, id: outcome.record.id });
    return outcome;
  }

  update(kind: Kind, id: string, fields: Fields, by = this.superuser, expectedVersion?: string): Promise<Outcome> {
    const selection = { columns: this.columns(kind), relations: [] };
    const expectation = { selection, ...(expectedVersion !== undefined && { expectedVersion }) };
    const write = this.#write(kind, fields);
    return this.subject.admin.records.update({ ...target(kind, by), id }, write, expectation, CALL);
  }

  delete(kind: Kind, id: string, by = this.superuser) {
    return this.subject.admin.records.delete(target(kind, by), [id], 'form', CALL);
  }

  async record(kind: Kind, id: string): Promise<AdminRecord | undefined> {
    const selection = { columns: this.columns(kind), relations: [] };
    const found = await this.subject.admin.records.get(
      { ...target(kind, this.superuser), id },
      selection,
      'form',
      CALL,
    );
    return 'outcome' in found ? undefined : found;
  }

  /** The values of a record that have these names, as JavaScript values. */
  valuesOf(kind: Kind, { cells }: AdminRecord, names: readonly string[]): Readonly<Record<string, unknown>> {
    const columns = this.columns(kind).map(({ name }) => name);
    return Object.fromEntries(names.map((name) => [name, plain(cells[columns.indexOf(name)])]));
  }

  /** A new role with these codes. */
  async role(
    permissions: readonly string[],
    flags: Fields['flags'] = {},
  ): Promise<{ readonly id: string; readonly code: string }> {
    const code = newCode();
    const outcome = await this.create('roles', { texts: { code, name: code }, permissions, flags });
    return { id: writtenId(outcome, 'a new role'), code };
  }

  /** A new active administrator, created by the superuser. */
  async colleague(fields: Omit<Fields, 'texts'> = {}): Promise<Administrator> {
    const outcome = await this.create('administrators', { ...fields, texts: newIdentity() });
    return this.now(writtenId(outcome, 'a new administrator'));
  }

  async deactivate({ id }: Administrator): Promise<void> {
    const outcome = await this.update('administrators', id, { flags: { is_activated: false } });
    writtenId(outcome, 'an administrator who is deactivated');
  }

  async now(id: string): Promise<Administrator> {
    const account = await this.subject.admin.accounts.find(id, CALL);
    expectThat(account !== undefined, `the administrator ${id}`, 'none', 'GetAccount finds every administrator.');
    return account.administrator;
  }

  /** Deactivates the administrators, takes their permissions away, and deletes the roles. */
  async undo(): Promise<void> {
    const people = this.#made.filter(({ kind }) => kind === 'administrators');
    const nothing = { flags: { is_superuser: false, is_activated: false }, permissions: [] };
    for (const { id } of people) await this.update('administrators', id, { ...nothing, role: null });
    for (const { kind, id } of this.#made) if (kind === 'roles') await this.delete('roles', id);
    // Refused if it is the last one.
    await this.update('administrators', this.superuser.id, { flags: { is_activated: false } });
  }

  #write(kind: Kind, { texts = {}, flags = {}, permissions, role }: Fields): RecordWrite {
    const columns = this.columns(kind);
    const relation = this.#registration.controllers[0]?.relations[0];
    const values: readonly (readonly [string, Cell])[] = [
      ...Object.entries(texts).map(([name, value]) => [name, { kind: 'string', value }] as const),
      ...Object.entries(flags).map(([name, on]) => [name, { kind: 'int64', value: on ? 1n : 0n }] as const),
      ...(permissions === undefined
        ? []
        : [['permissions', { kind: 'json', value: JSON.stringify(permissions) }] as const]),
    ];
    return {
      columns: values.flatMap(([name, value]) => {
        const column = columns.find((one) => one.name === name);
        return column === undefined ? [] : [{ column, value }];
      }),
      relations: role === undefined || relation === undefined ? [] : [{ relation, ids: role === null ? [] : [role] }],
    };
  }
}

/** Runs the work with a new superuser, and undoes it afterwards, also if the work fails. */
export async function withColleagues(subject: Subject, work: (colleagues: Colleagues) => Promise<void>): Promise<void> {
  const { login, email } = newIdentity();
  const request = { login, email, passwordHash: newPasswordHash(), superuser: true };
  const outcome = await subject.admin.directory.create(request, CALL);
  expectThat(outcome.created, 'a new superuser', outcome.created ? '' : outcome.reason, 'Its login is unused.');
  const colleagues = new Colleagues(subject, outcome.administrator);
  try {
    await work(colleagues);
  } finally {
    await colleagues.undo().catch((error: unknown) => {
      if (!(error instanceof RpcStatus) && !(error instanceof CheckFailure)) throw error;
      subject.leftovers.noteChange();
    });
  }
}

export function newIdentity(): { readonly login: string; readonly email: string } {
  const login = `Check-Host-${randomToken(9)}`;
  return { login, email: `${login}@check-host.example` };
}

/** A code of a role or a part of a permission: lower case, and unused. */
export function newCode(): string {
  return `check-host-${randomToken(9).toLowerCase().replaceAll('_', '-')}`;
}

/** An administrator without any permission, as in checks without --scratch. */
export async function outsider({ admin }: Subject): Promise<Administrator> {
  return (await newAdministrator(admin.directory)).administrator;
}

export function writtenId(outcome: Outcome, what: string): string {
  if (outcome.outcome === 'written') return outcome.record.id;
  const advice = 'A superuser creates and changes every administrator and every role.';
  throw new CheckFailure(`${what} by a superuser`, shown(outcome), advice);
}

function target(kind: Kind, { id, login, superuser, permissions }: Administrator) {
  const caller: Caller = { principal: { id, login, superuser, permissions }, locale: 'en' };
  return { caller, controller: kind === 'roles' ? ROLES_CONTROLLER : ADMINISTRATORS };
}

function plain(cell: AdminRecord['cells'][number] | undefined): unknown {
  if (cell === undefined || !('value' in cell)) return cell;
  if (cell.kind === 'int64') return Number(cell.value);
  return cell.kind === 'json' ? (JSON.parse(cell.value) as unknown) : cell.value;
}
