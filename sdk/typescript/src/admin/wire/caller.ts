import type { Transaction } from 'kysely';
import { InvalidField } from '../../wire/fields.js';
import type { AdminContext } from '../model/context.js';
import type { AnyTables } from '../model/model.js';
import type { WireCaller } from './query.js';

export function contextOf(caller: WireCaller | null, trx: Transaction<AnyTables>): AdminContext<AnyTables> {
  if (caller === null || caller.administratorId === '') throw new InvalidField('caller', 'is required');
  const { administratorId, login, superuser, permissions, locale } = caller;
  return { caller: { id: administratorId, login, superuser, permissions, locale }, trx };
}
