/** PostgreSQL's answers when two processes create the ledger at once: one of them has to look again. */
const CREATED_MEANWHILE = new Set(['23505', '42P07', '42710']);
const ATTEMPTS = 10;

/** Runs `create`, which creates the table of applied migrations if there is none, whatever other processes do meanwhile. */
export async function createLedger(create: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await create();
      return;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (!CREATED_MEANWHILE.has(code) || attempt >= ATTEMPTS) throw error;
    }
  }
}
