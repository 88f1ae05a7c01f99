/** The swept tables and the column that tells their rows apart. Each has an index on expires_at. */
export const SWEPT_TABLES = {
  gatehouse_codes: 'code_hash',
  gatehouse_lineages: 'lineage_id',
  gatehouse_refresh_tokens: 'token_hash',
  gatehouse_access_tokens: 'token_hash',
} as const;

export type SweptTable = keyof typeof SWEPT_TABLES;

/** For each table a moment before which none of its rows expires; NEVER for an empty one. */
export type Floors = Record<SweptTable, number>;

/** Before every expiry there is. */
export const NO_FLOOR = Number.MIN_SAFE_INTEGER;
/** After every expiry there is. A number that PostgreSQL takes for a bigint, which Infinity is not. */
export const NEVER = Number.MAX_SAFE_INTEGER;

/** How old what is known may become. Other processes of the host, and SQL of the application, change rows as well. */
const MAX_AGE_MS = 1000;
/** A look at everything takes at most one part in so many of the time, however slow it has become. */
const SHARE = 20;

/**
 * What one process remembers of the expiry of the rows in a PostgreSQL database. An index keeps its entry of a removed row
 * until no transaction can see that row any more: while a dump runs or a transaction sits idle, a look at what expires
 * first walks over everything that was swept since. So only one request a second looks at everything. The others begin
 * where nothing is left (the floors), which is behind the removed rows, and do not look at all before that moment comes.
 */
export class SweepFloors {
  readonly #known = everywhere(NO_FLOOR);
  readonly #open = new Set<OpenFloors>();
  #lookAgainAt = 0;

  /** @param now milliseconds of a clock that never goes back */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** The floors as one transaction knows and changes them. */
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

  /** For OpenFloors: the next look at everything has to wait after this one, even if this one fails. */
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
    for (const table of tables()) {
      this.#known[table] = ended.settled.has(table)
        ? Math.min(ended.floors[table], ended.addedByOthers[table])
        : Math.min(this.#known[table], ended.added[table]);
      // What they have looked at already may not have had these rows.
      for (const other of this.#open) {
        other.addedByOthers[table] = Math.min(other.addedByOthers[table], ended.added[table]);
      }
    }
  }
}

/** The floors in one transaction. They become known to others when it has committed. */
export class OpenFloors {
  readonly added = everywhere(NEVER);
  readonly addedByOthers = everywhere(NEVER);
  /** The tables that were looked at or swept. */
  readonly settled = new Set<SweptTable>();

  constructor(
    private readonly shared: SweepFloors,
    readonly floors: Floors,
  ) {}

  /** Whether it is time to look at all rows, rather than from the floors on. Then the caller does, and no other. */
  mustLookAtEverything(): boolean {
    return this.shared.mustLookAtEverything();
  }

  lookAtEverything(look: () => Promise<void>): Promise<void> {
    return this.shared.lookAtEverything(look);
  }
}

export function everywhere(floor: number): Floors {
  return Object.fromEntries(tables().map((table) => [table, floor])) as Floors;
}

export function tables(): SweptTable[] {
  return Object.keys(SWEPT_TABLES) as SweptTable[];
}
