import type { Cell } from '@gatehouse/proto/generated/gatehouse/host/v1/Cell';
import type { CreateRecordRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/CreateRecordRequest';
import type { DeleteRecordsRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/DeleteRecordsRequest';
import type { GetRecordRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/GetRecordRequest';
import type { UpdateRecordRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/UpdateRecordRequest';
import type { MemoryDirectory, Role, Row } from './directory.js';
import { given, same } from './directory.js';
import { holds, holdsAll, manages, MANAGES_ADMINISTRATORS } from './grants.js';
import { MemoryRecords } from './records.js';

const NOT_FOUND = { notFound: {} };
const REFUSED = { refused: { message: 'Not for you.' } };
const ROLES = 'gatehouse.backend.roles';

type Write = Pick<UpdateRecordRequest__Output, 'caller' | 'controller' | 'values' | 'relations'>;

/** The write of a form: the new value of each member, or undefined to leave it. */
interface Written {
  readonly text: (column: string) => string | undefined;
  readonly flag: (column: string) => boolean | undefined;
  readonly codes: readonly string[] | undefined;
  /** Ids of the relation `role`. */
  readonly role: readonly string[] | undefined;
}

/** The records of the blog, and those of the two built-in controllers, as admin_account.proto defines them. */
export class ManagedRecords extends MemoryRecords {
  lastRole = 1;

  constructor(readonly directory: MemoryDirectory) {
    super();
  }

  override GetRecord(request: GetRecordRequest__Output): object {
    if (!isBuiltIn(request)) return super.GetRecord(request);
    const record = this.recordOf(request, request.id);
    return record === undefined ? NOT_FOUND : { record };
  }

  override CreateRecord(request: CreateRecordRequest__Output): object {
    if (!isBuiltIn(request)) return super.CreateRecord(request);
    const id = this.isOfRoles(request) ? this.nextRole() : this.directory.newRow('', '').id;
    const outcome = this.written(request, undefined, id);
    return outcome ?? { created: this.recordOf(request, id) };
  }

  override UpdateRecord(request: UpdateRecordRequest__Output): object {
    if (!isBuiltIn(request)) return super.UpdateRecord(request);
    const current = this.recordOf(request, request.id);
    if (current === undefined) return NOT_FOUND;
    const { expectedVersion } = request;
    if (expectedVersion !== '' && expectedVersion !== current.version) return { conflict: current };
    const outcome = this.written(request, request.id, request.id);
    return outcome ?? { updated: this.recordOf(request, request.id) };
  }

  override DeleteRecords(request: DeleteRecordsRequest__Output): object {
    if (!isBuiltIn(request)) return super.DeleteRecords(request);
    const actor = this.manager(request);
    if (actor === undefined || !this.isOfRoles(request)) return REFUSED;
    const { roles, rows } = this.directory;
    const found = request.ids.flatMap((id) => roles.filter((role) => role.id === id));
    if (found.length < request.ids.length) return NOT_FOUND;
    const isKept = ({ code, permissions }: Role): boolean =>
      !holdsAll(actor, permissions) || rows.some(({ role }) => role === code);
    if (found.some(isKept)) return REFUSED;
    for (const role of found) roles.splice(roles.indexOf(role), 1);
    return { deleted: true };
  }

  nextRole(): string {
    this.lastRole += 1;
    return String(this.lastRole);
  }

  /** The caller as the directory has it now, if it manages administrators. */
  manager({ caller }: Pick<Write, 'caller'>): Row | undefined {
    const { administratorId } = given(caller);
    return this.directory.rows.find(
      (row) => row.id === administratorId && row.isActive && holds(row, MANAGES_ADMINISTRATORS),
    );
  }

  /** Writes a new record or an existing one, or returns why not. */
  written(request: Write, existing: string | undefined, id: string): object | undefined {
    const actor = this.manager(request);
    if (actor === undefined) return REFUSED;
    const written = writtenBy(request);
    return this.isOfRoles(request)
      ? this.writeRole(actor, written, existing, id)
      : this.writeAdministrator(actor, written, existing, id);
  }

  writeRole(actor: Row, { text, flag, codes }: Written, existing: string | undefined, id: string): object | undefined {
    const { roles } = this.directory;
    const before = this.role(existing);
    if (before !== undefined && !holdsAll(actor, before.permissions)) return REFUSED;
    const code = text('code') ?? before?.code ?? '';
    if (roles.some((role) => role.id !== id && same(role.code, code))) return invalid('code');
    const permissions = codes ?? before?.permissions ?? [];
    if (!holdsAll(actor, permissions)) return invalid('permissions');
    const name = text('name') ?? before?.name ?? '';
    const requiresSecondFactor = flag('requires_second_factor') ?? before?.requiresSecondFactor ?? false;
    const isChanging =
      before !== undefined &&
      (requiresSecondFactor !== before.requiresSecondFactor ||
        [...permissions].sort().join() !== [...before.permissions].sort().join());
    if (isChanging && !this.managesMembers(actor, before)) return REFUSED;
    const after = { id, code, name, permissions, requiresSecondFactor, version: (before?.version ?? 0) + 1 };
    if (before !== undefined) {
      for (const row of this.directory.rows) if (row.role === before.code) row.role = code;
      Object.assign(before, after);
    } else roles.push(after);
    this.directory.refreshGrants();
    return undefined;
  }

  /** Whether the actor could change everyone who has the role. */
  managesMembers(actor: Row, { code }: Role): boolean {
    return this.directory.rows.every((row) => row.role !== code || manages(actor, row));
  }

  writeAdministrator(
    actor: Row,
    { text, flag, codes, role }: Written,
    existing: string | undefined,
    id: string,
  ): object | undefined {
    const { rows, roles } = this.directory;
    const before = rows.find((row) => row.id === existing);
    if (before !== undefined && !manages(actor, before)) return REFUSED;
    const row: Row = { ...(before ?? this.directory.newRow('', '')) };
    row.login = text('login') ?? row.login;
    row.email = text('email') ?? row.email;
    row.displayName = text('name') ?? row.displayName ?? '';
    row.own = codes ?? row.own ?? [];
    row.superuser = flag('is_superuser') ?? row.superuser;
    row.isActive = flag('is_activated') ?? row.isActive;
    if (role !== undefined) row.role = roles.find((one) => one.id === role[0])?.code ?? '';
    const others = rows.filter((one) => one.id !== id);
    if (others.some(({ login }) => same(login, row.login))) return invalid('login');
    if (others.some(({ email }) => same(email, row.email))) return invalid('email');
    if (row.superuser !== (before?.superuser ?? false) && !actor.superuser) return invalid('is_superuser');
    if (!holdsAll(actor, row.own)) return invalid('permissions');
    const ofRole = roles.find(({ code }) => code === row.role)?.permissions;
    if (!holdsAll(actor, ofRole)) return invalid('role');
    if (before?.isActive === true && !row.isActive) this.deactivated(row);
    row.version = (before?.version ?? 0) + 1;
    if (before === undefined) rows.push(row);
    else Object.assign(before, row);
    this.directory.refreshGrants();
    return undefined;
  }

  deactivated(row: Row): void {
    row.tokenVersion += 1;
  }

  role(id: string | undefined): Role | undefined {
    return this.directory.roles.find((role) => role.id === id);
  }

  isOfRoles({ controller }: Pick<Write, 'controller'>): boolean {
    return controller === ROLES;
  }

  /** A record as the request selects it. */
  recordOf(
    { controller, selection }: Pick<GetRecordRequest__Output, 'controller' | 'selection'>,
    id: string,
  ): { readonly id: string; readonly version: string; readonly cells: readonly Cell[] } | undefined {
    const found = controller === ROLES ? this.role(id) : this.directory.rows.find((row) => row.id === id);
    if (found === undefined) return undefined;
    const cells = 'requiresSecondFactor' in found ? cellsOfRole(found) : this.cellsOf(found);
    return {
      id,
      version: `v${found.version ?? 0}`,
      cells: given(selection).columns.map((column) => cells[column] ?? { nullValue: true }),
    };
  }

  cellsOf(row: Row): Record<string, Cell> {
    const role = this.directory.roles.find(({ code }) => code === row.role);
    return {
      id: { int64Value: row.id },
      login: { stringValue: row.login },
      email: { stringValue: row.email },
      name: { stringValue: row.displayName ?? '' },
      role_id: role === undefined ? { nullValue: true } : { int64Value: role.id },
      is_superuser: { int64Value: Number(row.superuser) },
      is_activated: { int64Value: Number(row.isActive) },
      permissions: { jsonValue: JSON.stringify(row.own ?? []) },
    };
  }
}

function cellsOfRole({ id, code, name, permissions, requiresSecondFactor }: Role): Record<string, Cell> {
  return {
    id: { int64Value: id },
    code: { stringValue: code },
    name: { stringValue: name },
    permissions: { jsonValue: JSON.stringify(permissions) },
    requires_second_factor: { int64Value: Number(requiresSecondFactor) },
  };
}

function writtenBy({ values, relations }: Write): Written {
  const cells = new Map(values.map(({ column, value }) => [column, given(value)]));
  const codes = cells.get('permissions')?.jsonValue;
  return {
    text: (column) => cells.get(column)?.stringValue,
    flag: (column) => {
      const value = cells.get(column)?.int64Value;
      return value === undefined ? undefined : value === '1';
    },
    codes: codes === undefined ? undefined : (JSON.parse(codes) as readonly string[]),
    role: relations.find(({ relation }) => relation === 'role')?.ids,
  };
}

function isBuiltIn({ controller }: { readonly controller: string }): boolean {
  return controller.startsWith('gatehouse.backend.');
}

function invalid(field: string): object {
  return { invalid: { fields: [{ field, messages: ['not allowed'] }] } };
}
