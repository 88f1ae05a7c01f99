/** The swept tables and the column that identifies their rows. Each has an index on expires_at. */
export const SWEPT_TABLES = {
  gatehouse_codes: 'code_hash',
  gatehouse_lineages: 'lineage_id',
  gatehouse_refresh_tokens: 'token_hash',
  gatehouse_access_tokens: 'token_hash',
} as const;

export type SweptTable = keyof typeof SWEPT_TABLES;

export const TABLES = Object.keys(SWEPT_TABLES) as readonly SweptTable[];

/** For each table, a time before which none of its rows expires; NEVER for an empty table. */
export type Floors = Record<SweptTable, number>;

/** Before every possible expiry. */
export const NO_FLOOR = Number.MIN_SAFE_INTEGER;
/** After every possible expiry. PostgreSQL accepts this number as a bigint, unlike Infinity. */
export const NEVER = Number.MAX_SAFE_INTEGER;

/** Maximum age of the floors, because other processes of the host and SQL of the application change rows as well. */
const MAX_AGE_MS = 1000;
/** A full query takes at most this fraction (1 / n) of the time, however slow it has become. */
const SHARE = 20;

/**
 * The expiry times of rows in a PostgreSQL database that one process remembers. An index keeps the entry of a removed row
 * until no transaction can see that row. While a dump runs or a transaction is idle, a query for the first expiry
 * therefore scans all rows that were swept since then. So only one request a second queries all rows. The others start at
 * the floors, which lie behind the removed rows, and do not query before that time comes.
 */
export class SweepFloors {
  readonly #known = everywhere(NO_FLOOR);
  readonly #open = new Set<OpenFloors>();
  #lookAgainAt = 0;

  /** @param now milliseconds of a clock that never goes back */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** The floors as one transaction sees and changes them. */
  begin(): OpenFloors {
    const open = new OpenFloors(this, { ...this.#known });
    this.#open.add(open);
    return open;
  }

  /** For OpenFloors. */
  mustLookAtEverything(): boolean {
    if (this.now() < this.#lookAgainAt) return false;
    this.#lookAgainAt = Infinity;
    return true;
  }

  /** For OpenFloors: delays the next full query after this one, even if this one fails. */
  async lookAtEverything(look: () => Promise<void>): Promise<void> {
    const startedAt = this.now();
    try {
      await look();
    } finally {
      const endedAt = this.now();
      this.#lookAgainAt = endedAt + Math.max(MAX_AGE_MS, (endedAt - startedAt) * SHARE);
    }
  }

  end(ended: OpenFloors, committed: boolean): void {
    this.#open.delete(ended);
    if (!committed) return;
    for (const table of TABLES) {
      this.#known[table] = ended.settled.has(table)
        ? Math.min(ended.floors[table], ended.addedByOthers[table])
        : Math.min(this.#known[table], ended.added[table]);
      // Their earlier queries may not have seen these rows.
      for (const other of this.#open) {
        other.addedByOthers[table] = Math.min(other.addedByOthers[table], ended.added[table]);
      }
    }
  }
}

/** The floors in one transaction. Others see them after it has committed. */
export class OpenFloors {
  readonly added = everywhere(NEVER);
  readonly addedByOthers = everywhere(NEVER);
  /** The tables that were queried or swept. */
  readonly settled = new Set<SweptTable>();

  constructor(
    private readonly shared: SweepFloors,
    readonly floors: Floors,
  ) {}

  /** Whether it is time to query all rows, instead of only those from the floors on. If so, only this caller does. */
  mustLookAtEverything(): boolean {
    return this.shared.mustLookAtEverything();
  }

  lookAtEverything(look: () => Promise<void>): Promise<void> {
    return this.shared.lookAtEverything(look);
  }
}

/** Written out, because each transaction makes some of these: a loop over the names takes twenty times as long. */
export function everywhere(floor: number): Floors {
  return {
    gatehouse_codes: floor,
    gatehouse_lineages: floor,
    gatehouse_refresh_tokens: floor,
    gatehouse_access_tokens: floor,
  };
}
