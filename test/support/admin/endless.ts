import type { Engine } from '@gatehouse/host/admin';
import { sql, type RawBuilder } from 'kysely';

/** Part of every query with ENDLESS in it, to recognise it by. */
export const ENDLESS_MARK = 'gatehouse_endless';

/** A condition that keeps a database busy until its query is interrupted. */
export const ENDLESS: Readonly<Record<Engine, RawBuilder<boolean>>> = {
  sqlite: sql`(with recursive gatehouse_endless (n) as (select 1 union all select n + 1 from gatehouse_endless)
    select count(*) from gatehouse_endless) > 0`,
  postgres: sql`(select count(*) from generate_series(1, 1000000000000) as gatehouse_endless (n)) > 0`,
};
