import { expect } from 'chai';
import { Parser } from 'htmlparser2';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startChild } from '../support/child.js';
import { tempDir } from '../support/temp-dir.js';

const PACKAGE = fileURLToPath(new URL('../../../sdk/python/', import.meta.url));
/** Debian's Python, because that one has Debian's packages. */
const PYTHON = '/usr/bin/python3';

/** A test that runs for that many seconds prints where it is. */
const HANGING = ['-o', 'faulthandler_timeout=600'];

/** The promise of each file of tests, and the rules that it holds. */
const SUITES: Readonly<Record<string, string>> = {
  test_admin_accounts: 'manages administrators, roles, passwords and sessions by the rules of the directory (HC-56)',
  test_admin_bulk: 'exports and acts on many records, each in a transaction of its own (HC-54, HC-55)',
  test_admin_check_host:
    'passes check-host with an admin backend, over gRPC and HTTP, on SQLite and PostgreSQL (HC-9, HC-10)',
  test_admin_computed: 'shows, sorts, searches and filters by columns that the database computes (AD-22)',
  test_admin_decimals: 'keeps decimals exact in columns of texts, in the order of the numbers (AD-48)',
  test_admin_defaults: 'writes what the database and the ORM expect in columns that no form names (AD-8)',
  test_admin_dependent: 'reveals no hidden related record by choices, errors or filters (AD-641, AD-642)',
  test_admin_directory:
    'keeps administrators, roles and blacklisted tokens as the contract says (admin_directory.proto)',
  test_admin_import:
    'imports all records of a file or none, once, and names each refused one, with both ORMs (HC-62, HC-63, HC-82, AD-394)',
  test_admin_import_transactions:
    'commits an import as a whole, within its time, and once among repetitions at once (HC-64, AD-456)',
  test_admin_inheritance:
    'manages the records of one class of a shared table, and refuses those of several tables (HC-89)',
  test_admin_migrations: 'creates the admin tables once, also beside the others, and with Alembic too (HC-39)',
  test_admin_native_texts:
    'finds and sorts values of any type by the text that the list shows, which is that of the form (HC-74, AD-65)',
  test_admin_passkeys: 'keeps passkeys, accepts each counter once, and logs no credential id (HC-80)',
  test_admin_second_factors: 'accepts each code of a second factor once, and keeps its secrets out of the log (HC-57)',
  test_admin_service: 'runs actions and partials in their transaction, and says what is wrong (admin_record.proto)',
  test_admin_settings: 'reads and writes settings screens (admin_record.proto)',
  test_admin_classes:
    'reads keys, types, relations and defaults off mapped classes, and names mistakes (AD-7, AD-8, HC-71)',
  test_admin_readable: 'writes only what the mapped class can read again (HC-73)',
  test_admin_records: 'lists, writes and links records of SQLAlchemy and Django (AD-60, AD-67, AD-75, AD-83, AD-88)',
  test_admin_refusals:
    'refuses writes with the field or a message, and shows values that do not fit (AD-50, AD-53, AD-87)',
  test_admin_totals: 'counts a list on SQLite again only after a write (HC-41)',
  test_admin_view_values: 'passes plain values to partials, and marks or rejects others (HC-37)',
  test_admin_views: 'keeps saved views for their owners, and shares them with permission (HC-58)',
  test_admin_writes_at_once: 'applies writes at once as a whole, in some order (AD-85, AD-89)',
  test_admin_stored: 'reads stored values and values in other forms as the other SDKs do (HC-34, HC-93, HC-94)',
  test_admin_stream: 'answers the calls of one stream independently of each other (admin_stream.proto)',
  test_after_commit: 'answers as committed whatever the application does after the commit (HC-91)',
  test_broken_answers:
    'answers with an error, and no other call with it, if a response cannot be encoded, or the application raises anything (HC-5, HC-7, HC-95)',
  test_check_host: 'passes check-host over gRPC and HTTP, on SQLite and PostgreSQL (HC-9, HC-10)',
  test_consent:
    'lets a consent page show, grant and deny for a user, over both transports (AS-80, AS-84, AS-86, HC-92)',
  test_contract: 'encodes messages as protobuf does, and its types are those of proto/ (HC-4)',
  test_coroutines: 'takes no hook that nothing would await (HC-90)',
  test_database_errors: 'takes a database that only reads, or that is full, for one that is away (HC-87, HC-88)',
  test_django_requests: 'leaves connections and transactions to the views of Django, also after a fork (HC-50, HC-51)',
  test_failed_transactions: 'reports a transaction that the database did not commit as failed (HC-30, HC-97)',
  test_forward: 'frames and routes what it forwards itself (HC-52)',
  test_forward_places: 'gives each place at Gatehouse back, and shares nothing with a forked process (HC-51, HC-52)',
  test_hosts_page: 'passes check-host with the applications of its documents (HC-9; docs/hosts/python.md)',
  test_http_hosts: 'serves the contract in Flask, Django, FastAPI and plain WSGI (HC-5, HC-6, HC-8)',
  test_log:
    'keeps the secrets of a request out of the log, and has one line for an outage (sdk/python/README.md, Logs; docs/operations.md)',
  test_mcp: 'serves tools to assistants, behind tokens and scopes (MCP 2025-11-25; RFC 6750 §3.1)',
  test_migrations:
    'creates the tables of both halves once, as the other SDKs do, with its own migrations, Alembic and Django (HC-39)',
  test_missing_tables: 'names a table or column that the database does not have, and says what to do (HC-70)',
  test_package: 'is typed, and its wheel and sdist install into an empty environment (sdk/python/README.md)',
  test_previous_token: 'accepts a second token while one replaces the other (HC-16)',
  test_readme: 'connects a client with the code of its README (sdk/python/README.md)',
  test_round_trips: 'sends no more to PostgreSQL than it needs, and still ends a query at its deadline (HC-6)',
  test_smuggling: 'gives each visitor their own answer beside attacks (RFC 9112 §11.2, request smuggling)',
  test_sql_backend: 'runs hooks in the transaction, survives forks, and commits nothing late (HC-6, HC-50, HC-51)',
  test_sqlite_deadlines: 'waits for locks of SQLite until the deadline, and commits nothing after it (HC-6)',
  test_stalls: 'takes what it finds after a time without running for as late as it is (HC-6)',
  test_strangers: 'keeps no thread for callers without the token, and decompresses nothing of them (HC-14)',
  test_threads: 'answers calls of Gatehouse while calls to Gatehouse wait, also after a fork (HC-51)',
};

/** One test of a file, and what went wrong. */
interface TestCase {
  readonly file: string;
  readonly name: string;
  readonly problem?: string;
}

/**
 * Reads pytest's report in the format of JUnit. A file that cannot be imported has one test case without a class. A skipped
 * test did not run, so it is a problem.
 */
function testCases(xml: string): readonly TestCase[] {
  const cases: TestCase[] = [];
  const parser = new Parser(
    {
      onopentag(tag, { classname = '', name = '', message = '' }) {
        const last = cases.at(-1);
        if (tag === 'testcase') cases.push({ file: (classname || name).split('.')[1] ?? '', name });
        else if (/^(failure|error|skipped)$/.test(tag) && last) cases.splice(-1, 1, { ...last, problem: message });
      },
      ontext(text) {
        const last = cases.at(-1);
        if (last?.problem !== undefined) cases.splice(-1, 1, { ...last, problem: last.problem + text });
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return cases;
}

function testFiles(): readonly string[] {
  return readdirSync(`${PACKAGE}tests`).filter((name) => /^test_.*\.py$/.test(name));
}

async function pytest(files: readonly string[]): Promise<readonly TestCase[]> {
  const report = join(tempDir('pytest'), 'report.xml');
  const options = [
    '-q',
    '-p',
    'no:cacheprovider',
    '--continue-on-collection-errors',
    ...HANGING,
    `--junitxml=${report}`,
  ];
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };
  const child = await startChild(PYTHON, ['-m', 'pytest', ...options, ...files], { cwd: PACKAGE, env });
  const { code, signal } = await child.exited;
  // 1: tests have failed, which the report contains.
  if (code !== 0 && code !== 1) throw new Error(`pytest ended with ${code ?? signal}:\n${child.output()}`);
  return testCases(readFileSync(report, 'utf8'));
}

describe('the Python SDK', function () {
  // All files run in the hook: 4 minutes on two quiet cores, 25 on slow ones beside the other suites.
  this.timeout(3_000_000);
  let cases: readonly TestCase[];

  // Two processes for all files: each start imports two frameworks and creates a PostgreSQL.
  before(async () => {
    const [admin, others] = [[], []] as [string[], string[]];
    for (const file of testFiles()) (file.startsWith('test_admin') ? admin : others).push(`tests/${file}`);
    cases = (await Promise.all([pytest(admin), pytest(others)])).flat();
  });

  it('lists each of its files of tests here (sdk/python/README.md)', () => {
    const missing = testFiles()
      .map((name) => name.slice(0, -'.py'.length))
      .filter((name) => !(name in SUITES));
    if (missing.length > 0) throw new Error(`test/sdks/python.test.ts does not name ${missing.join(', ')}`);
  });

  for (const [file, promise] of Object.entries(SUITES)) {
    it(promise, () => {
      const own = cases.filter((one) => one.file === file);
      expect(own, `tests of ${file}.py that pytest ran`).to.not.be.empty;
      const problems = own.filter(({ problem }) => problem !== undefined);
      if (problems.length > 0) throw new Error(problems.map(({ name, problem }) => `${name}: ${problem}`).join('\n'));
    });
  }
});
