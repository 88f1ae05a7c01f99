import { fixedQuery } from '../sql/fixed-query.js';
import { selectAdministrators, type AdministratorRow } from './rows.js';
import type { DirectoryTables } from './tables.js';

/** What is asked with every request or sign-in, compiled once for the directory of one database. */
export function directoryQueries() {
  return {
    /** One administrator's login goes before another one's address. One query, whoever exists: the time must not tell. */
    find: fixedQuery<DirectoryTables, { readonly key: string }, AdministratorRow>((db, { key }) =>
      selectAdministrators(db)
        .where((eb) => eb.or([eb('login_key', '=', key), eb('email_key', '=', key)]))
        .orderBy((eb) => eb.case().when('login_key', '=', key).then(0).else(1).end())
        .limit(1),
    ),

    byToken: fixedQuery<
      DirectoryTables,
      { readonly id: number; readonly tokenId: string },
      AdministratorRow & { readonly effective_at: number | string | null }
    >((db, { id, tokenId }) =>
      selectAdministrators(db)
        .leftJoin('backend_jwt_blacklist', (join) => join.on('backend_jwt_blacklist.token_id', '=', tokenId))
        .select('backend_jwt_blacklist.effective_at')
        .where('backend_users.id', '=', id),
    ),
  };
}

export type DirectoryQueries = ReturnType<typeof directoryQueries>;
