import { expect } from 'chai';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readApplication } from './application.js';

describe('admin/assets/application: the built single-page application', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-spa-'));
    mkdirSync(join(folder, 'assets'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (files: Readonly<Record<string, string>>) => {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  };

  it('is the page, and every file with its content type and what the build packed of it', () => {
    write({
      'index.html': '<!doctype html>',
      'assets/index-1.js': 'js',
      'assets/index-1.js.br': 'br',
      'assets/index-1.js.gz': 'gz',
      'assets/index-2.css': 'css',
      'assets/icon-3.svg': '<svg/>',
    });
    const { page, files } = readApplication(folder);
    expect(page).to.equal('<!doctype html>');
    expect(files).to.deep.equal([
      { path: 'assets/icon-3.svg', contentType: 'image/svg+xml', bytes: Buffer.from('<svg/>'), packed: {} },
      {
        path: 'assets/index-1.js',
        contentType: 'text/javascript; charset=utf-8',
        bytes: Buffer.from('js'),
        packed: { br: Buffer.from('br'), gzip: Buffer.from('gz') },
      },
      { path: 'assets/index-2.css', contentType: 'text/css; charset=utf-8', bytes: Buffer.from('css'), packed: {} },
    ]);
  });

  it('that was not built ends the daemon, and says what to do', () => {
    expect(() => readApplication(join(folder, 'none'))).to.throw(
      /not built: there is no .*index\.html; run make build/,
    );
  });

  it('refuses a kind of file whose content type it does not know', () => {
    write({ 'index.html': '', 'assets/data-1.bin': '' });
    expect(() => readApplication(folder)).to.throw('data-1.bin');
  });

  it('lies beside the compiled daemon, whole: page, scripts and styles packed', () => {
    const { page, files } = readApplication();
    expect(page).to.contain('/__prefix__/assets/');
    for (const { path, packed, bytes } of files) {
      expect(path).to.match(/^assets\/[\w-]+-[\w-]{8}\.\w+$/);
      if (bytes.length >= 1024) expect(packed, path).to.have.all.keys('br', 'gzip');
    }
  });
});
