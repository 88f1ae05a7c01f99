import type { AdminRegistration } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminRegistration';
import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import type { SmallHost } from '../host/testing/small-host.js';
import { description, startHost } from '../host/testing/small-host.js';
import { DEPOT } from '../october/testing/depot-plugin.js';

const MAIN = fileURLToPath(new URL('../main.js', import.meta.url));

const column = (name: string, type: string) => ({
  name,
  type: `ADMIN_COLUMN_TYPE_${type}` as 'ADMIN_COLUMN_TYPE_STRING',
});
const TEXTS = ['name', 'hint_text', 'grade', 'color', 'text', 'body', 'more', 'picture', 'state'];
const RELATED = { labelColumn: 'name' };

/** The host's side of the imported plugin: what the import lists. */
const REGISTRATION: AdminRegistration = {
  models: [
    {
      name: 'Acme\\Depot\\Models\\Part',
      table: 'parts',
      primaryKey: 'id',
      columns: [
        ...['id', 'shelf_id', 'maker_id'].map((name) => column(name, 'BIGINT')),
        ...TEXTS.map((name) => column(name, 'STRING')),
        column('active', 'BOOL'),
        { ...column('specs', 'JSON'), nullable: true },
        ...['checked_at', 'retired_at'].map((name) => column(name, 'TIMESTAMP')),
      ],
      scopes: ['worn', 'byState'],
    },
    ...['Shelf', 'Maker'].map((name) => ({
      name: `Acme\\Depot\\Models\\${name}`,
      table: name,
      primaryKey: 'id',
      columns: [column('id', 'BIGINT'), column('name', 'STRING')],
    })),
    {
      name: 'Acme\\Depot\\Models\\Move',
      table: 'moves',
      primaryKey: 'id',
      columns: [
        column('id', 'BIGINT'),
        { ...column('part_id', 'BIGINT'), nullable: true },
        column('moved_at', 'TIMESTAMP'),
        column('amount', 'INTEGER'),
      ],
    },
  ],
  controllers: [
    {
      id: 'acme.depot.parts',
      model: 'Acme\\Depot\\Models\\Part',
      permissions: ['acme.depot.parts'],
      optionProviders: ['getGradeOptions', 'listColors'],
      actions: [{ name: 'count_selected', label: 'Count' }],
      relations: [
        {
          ...RELATED,
          name: 'shelf',
          relatedModel: 'Acme\\Depot\\Models\\Shelf',
          relatedTable: 'Shelf',
          belongsTo: { foreignKey: 'shelf_id' },
        },
        {
          ...RELATED,
          name: 'maker',
          relatedModel: 'Acme\\Depot\\Models\\Maker',
          relatedTable: 'Maker',
          belongsTo: { foreignKey: 'maker_id' },
        },
        {
          name: 'moves',
          relatedModel: 'Acme\\Depot\\Models\\Move',
          relatedTable: 'moves',
          labelColumn: 'amount',
          hasMany: { foreignKey: 'part_id' },
        },
      ],
    },
  ],
  plugins: [
    {
      id: 'acme.depot',
      permissions: [{ code: 'acme.depot.parts', label: 'Parts', tab: '' }],
      settings: [
        {
          code: 'acme_depot',
          label: 'Depot',
          fields: '~/plugins/acme/depot/models/setting/fields.yaml',
          columns: [column('limit', 'INTEGER')],
        },
      ],
    },
  ],
};

describe('gatehouse import-october', () => {
  let root: string;
  let host: SmallHost | undefined;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'gatehouse-import-'));
    for (const [path, text] of Object.entries(DEPOT)) {
      mkdirSync(dirname(join(root, 'source', path)), { recursive: true });
      writeFileSync(join(root, 'source', path), text);
    }
  });
  afterEach(() => {
    rmSync(root, { recursive: true });
    host?.kill();
    host = undefined;
  });

  async function run(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
    const child = spawn(process.execPath, [MAIN, ...args], { cwd: root });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    return { code, stdout, stderr };
  }

  it('writes a plugin that gatehouse check accepts, and prints what is left to do (AD-300, AD-301)', async () => {
    const { code, stdout, stderr } = await run('import-october', 'source');
    expect([code, stderr]).to.deep.equal([0, '']);
    expect(stdout).to.match(/^Imported 1 controller and 12 files into plugins\/acme\/depot\n/);
    for (const part of [
      '\nEdits:\n',
      '\nLeft to do (27):\n',
      '\nThe host registers:\n',
      'source/models/part/fields.yaml:3: notify',
    ]) {
      expect(stdout).to.contain(part);
    }
    const capabilities = ['CAPABILITY_BACKEND', 'CAPABILITY_ADMIN'] as const;
    host = await startHost({ describe: () => description({ capabilities: [...capabilities], admin: REGISTRATION }) });
    expect(await run('check', '--set', `host.address=${host.address}`)).to.deep.equal({
      code: 0,
      stdout: 'OK: 1 controller, 1 settings screen, languages de, en\n',
      stderr: '',
    });
  });

  it('writes nothing over existing files, and takes another folder (AD-303)', async () => {
    const kept = join(root, 'plugins/acme/depot/lang/en/lang.yaml');
    mkdirSync(dirname(kept), { recursive: true });
    writeFileSync(kept, 'mine: 1\n');
    const refused = await run('import-october', 'source');
    expect([refused.code, refused.stderr]).to.deep.equal([
      1,
      'plugins/acme/depot is not empty; move it away, or import into another folder with --to\n',
    ]);
    expect(readFileSync(kept, 'utf8')).to.equal('mine: 1\n');
    expect((await run('import-october', 'source', '--to', 'other')).code).to.equal(0);
    expect(readdirSync(join(root, 'other/plugins/acme'))).to.deep.equal(['depot']);
  });

  it('follows no links out of the folder, and rejects what is no plugin (AD-303)', async () => {
    writeFileSync(join(root, 'secret.yaml'), 'columns: { secret: Secret }\n');
    rmSync(join(root, 'source/models/move/columns.yaml'));
    symlinkSync(join(root, 'secret.yaml'), join(root, 'source/models/move/columns.yaml'));
    const { stdout } = await run('import-october', 'source');
    expect(stdout).to.contain('source/models/move/columns.yaml: is a symbolic link; it is not imported');
    expect(existsSync(join(root, 'plugins/acme/depot/models/move'))).to.equal(false);
    const none = await run('import-october', 'nowhere');
    expect([none.code, none.stderr]).to.deep.equal([
      1,
      'nowhere is not a folder; give the folder that contains Plugin.php\n',
    ]);
    const wrong = await run('import-october', 'source', '--as', 'Acme');
    expect([wrong.code, wrong.stderr.split('\n', 1)[0]]).to.deep.equal([
      2,
      "error: option '--as <vendor.plugin>' argument 'Acme' is invalid. It must be two names such as acme.shop.",
    ]);
  });
});
