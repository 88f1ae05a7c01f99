/** What requireUtf8 takes, of PostgreSQL. */
export interface Encoding {
  readonly database: string;
  readonly encoding: string;
}

export const ENCODING_QUERY = `select current_database() as database, current_setting('server_encoding') as encoding`;

/**
 * Names of clients, search terms and what administrators write may have any letter. In another encoding a statement with a
 * letter that it lacks fails, and a search does not know which letters are the same: PostgreSQL compares their numbers there.
 */
export function requireUtf8(found: Encoding | undefined): void {
  if (found === undefined || found.encoding === 'UTF8') return;
  throw new Error(
    `the database "${found.database}" has the encoding ${found.encoding}, and Gatehouse needs UTF8: create one with ` +
      '"createdb -T template0 -E UTF8" and restore a dump of the old one into it (docs/operations.md, PostgreSQL)',
  );
}
