import { expect } from 'chai';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { formatProblem, Problems } from '../yaml/problems.js';
import { MAX_FILE_BYTES, MAX_TOTAL_BYTES, readPluginFiles } from './plugin-files.js';

describe('reading plugins into memory', () => {
  let root: string;

  beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'gatehouse-plugins-'))));
  afterEach(() => rmSync(root, { recursive: true }));

  function write(path: string, content: string | Buffer = 'a: 1\n'): void {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }

  function read(): { readonly files: readonly string[]; readonly says: readonly string[] } {
    const problems = new Problems();
    const { files } = readPluginFiles(root, problems);
    return { files: [...files.keys()], says: problems.sorted().map(formatProblem) };
  }

  it('names the folder that it searched if there is no plugins/', () => {
    const says = [`plugins: no such folder in ${root}; expected backend.root to be the folder that contains plugins/`];
    expect(read()).to.deep.equal({ files: [], says });
  });

  it('lists language files of other formats, which Gatehouse does not read', () => {
    for (const name of ['en/lang.php', 'en/deep/more.json', 'de.json', 'en/lang.yaml', 'en/readme.md']) {
      write(`plugins/acme/blog/lang/${name}`);
    }
    write('plugins/acme/blog/models/post/data.json');
    expect(readPluginFiles(root, new Problems()).unread).to.deep.equal([
      'plugins/acme/blog/lang/de.json',
      'plugins/acme/blog/lang/en/deep/more.json',
      'plugins/acme/blog/lang/en/lang.php',
    ]);
  });

  it('reads declarations, templates, assets and languages, and no other files', () => {
    write('plugins/acme/blog/controllers/posts/config_list.yaml');
    write('plugins/acme/blog/controllers/posts/_stats.htm');
    write('plugins/acme/blog/controllers/posts/Posts.php');
    write('plugins/acme/blog/models/post/columns.yaml');
    write('plugins/acme/blog/assets/js/deep/a.mjs');
    write('plugins/acme/blog/assets/logo.svg');
    write('plugins/acme/blog/lang/en/lang.yaml');
    write('plugins/acme/blog/lang/en/lang.php');
    write('plugins/acme/blog/plugin.yaml');
    write('plugins/acme/blog/.git/config.yaml');
    write('plugins/.cache/x/models/a.yaml');
    write('plugins/readme.yaml');
    expect(read()).to.deep.equal({
      files: [
        'plugins/acme/blog/controllers/posts/_stats.htm',
        'plugins/acme/blog/controllers/posts/config_list.yaml',
        'plugins/acme/blog/models/post/columns.yaml',
        'plugins/acme/blog/assets/js/deep/a.mjs',
        'plugins/acme/blog/lang/en/lang.yaml',
      ],
      says: [],
    });
  });

  it('keeps the content that it has read: later changes of a file have no effect (AD-4)', () => {
    write('plugins/acme/blog/models/post/columns.yaml', 'before');
    const { files } = readPluginFiles(root, new Problems());
    write('plugins/acme/blog/models/post/columns.yaml', 'after');
    expect(files.get('plugins/acme/blog/models/post/columns.yaml')?.toString()).to.equal('before');
  });

  it('rejects symbolic links to files and folders, wherever they lead', () => {
    write('secret.yaml');
    write('elsewhere/blog/models/a.yaml');
    write('plugins/acme/blog/models/post/columns.yaml');
    symlinkSync(join(root, 'secret.yaml'), join(root, 'plugins/acme/blog/models/post/fields.yaml'));
    symlinkSync(join(root, 'elsewhere'), join(root, 'plugins/linked'));
    symlinkSync(join(root, 'elsewhere/blog'), join(root, 'plugins/acme/linked'));
    symlinkSync(join(root, 'elsewhere/blog'), join(root, 'plugins/acme/blog/lang'));
    const expected = 'is a symbolic link; expected a regular file or folder of the plugin';
    expect(read()).to.deep.equal({
      files: ['plugins/acme/blog/models/post/columns.yaml'],
      says: [
        `plugins/acme/blog/lang: ${expected}`,
        `plugins/acme/blog/models/post/fields.yaml: ${expected}`,
        `plugins/acme/linked: ${expected}`,
        `plugins/linked: ${expected}`,
      ],
    });
  });

  it('rejects names that ids cannot contain', () => {
    write('plugins/Acme/blog/models/a.yaml');
    write('plugins/acme/my plugin/models/a.yaml');
    const expected = 'is not valid as part of an id; expected lower-case letters, digits, _ and -';
    expect(read().says).to.deep.equal([`plugins/Acme: ${expected}`, `plugins/acme/my plugin: ${expected}`]);
  });

  it('rejects a file that is too large to keep', () => {
    write('plugins/acme/blog/assets/js/large.js', Buffer.alloc(MAX_FILE_BYTES + 1));
    write('plugins/acme/blog/assets/js/largest.js', Buffer.alloc(MAX_FILE_BYTES));
    expect(read()).to.deep.equal({
      files: ['plugins/acme/blog/assets/js/largest.js'],
      says: [`plugins/acme/blog/assets/js/large.js: is too large; expected at most ${MAX_FILE_BYTES} bytes`],
    });
  });

  it('rejects plugins that together are too large to keep', () => {
    const bytes = Buffer.alloc(MAX_FILE_BYTES);
    const count = MAX_TOTAL_BYTES / MAX_FILE_BYTES;
    for (let n = 0; n < count; n++) write(`plugins/acme/blog/assets/${n}.js`, bytes);
    expect(read().says).to.deep.equal([]);
    write('plugins/acme/blog/assets/one-more.js', 'export {};');
    const { files, says } = read();
    expect(files).to.have.length(count);
    expect(says).to.deep.equal([
      `plugins: is too large to keep in memory; expected at most 10000 files and ${MAX_TOTAL_BYTES} bytes`,
    ]);
  });

  it('rejects a tree that is too deep', () => {
    write(`plugins/acme/blog/assets/${'a/'.repeat(18)}x.js`);
    expect(read().says.join()).to.match(/is nested too deep; expected at most 16 folders$/);
  });
});
