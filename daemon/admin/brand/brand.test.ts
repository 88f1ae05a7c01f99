import { expect } from 'chai';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brandedPage } from './branded-page.js';
import type { BrandConfig } from './brand.js';
import { readBrand } from './brand.js';

const NOTHING: BrandConfig = {
  name: '',
  logo: '',
  logoDark: '',
  favicon: '',
  accent: '',
  signInTitle: '',
  signInText: '',
};
const SVG = '<?xml version="1.0"?>\n<!-- logo -->\n<svg xmlns="http://www.w3.org/2000/svg"/>';
const PNG = Buffer.from('89504e470d0a1a0a0000000d', 'hex');
const PAGE = '<head><link rel="icon" href="/__prefix__/icon.svg" type="x" /><title>Admin</title></head>';

describe('admin: brand (AD-310)', () => {
  let folder: string;
  before(() => (folder = mkdtempSync(join(tmpdir(), 'gatehouse-brand-'))));
  after(() => rmSync(folder, { recursive: true }));

  const write = (name: string, content: string | Buffer) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const read = (config: Partial<BrandConfig>) => readBrand({ ...NOTHING, ...config }, '/backend');
  const problem = (config: Partial<BrandConfig>) =>
    read(config).then(
      () => 'none',
      (error: unknown) => (error as Error).message,
    );

  it('changes nothing without configuration', async () => {
    const brand = await read({});
    expect(brand).to.deep.equal({ body: {}, files: [] });
    expect(brandedPage(PAGE, brand, '/backend')).to.equal(PAGE);
  });

  it('serves each image under a name with a hash of its content, and one image for two uses once', async () => {
    const [logo, favicon] = [write('logo.svg', SVG), write('same.svg', SVG)];
    const { body, files } = await read({ logo, favicon, logoDark: write('dark.png', PNG) });
    expect(files.map(({ path, contentType }) => `${contentType} ${path}`)).to.have.lengthOf(2);
    expect(body.logo?.light).to.match(/^\/backend\/assets\/brand-[\da-f]{16}\.svg$/);
    expect(body.logo?.dark).to.match(/\.png$/);
  });

  it('recognizes images by content, not by name', async () => {
    const { files } = await read({ logo: write('logo.gif', PNG) });
    expect(files.map(({ contentType }) => contentType)).to.deep.equal(['image/png']);
  });

  it('escapes every text in the page, and keeps "$&" as it is', async () => {
    const name = `"><script>alert('$&')</script>`;
    const page = brandedPage(PAGE, await read({ name, signInText: '</title>' }), '/backend');
    expect(page).to.contain('<title>&#34;&gt;&lt;script&gt;alert(&#39;$&amp;&#39;)&lt;/script&gt;</title>');
    expect(page).not.to.contain('<script');
  });

  it('adds the colors after the style sheets of the page', async () => {
    const brand = await read({ accent: '#0a7d55' });
    expect(brandedPage(PAGE, brand, '/backend')).to.match(
      /<link rel="stylesheet" href="\/backend\/assets\/brand-[\da-f]{16}\.css" \/>\s*<\/head>$/,
    );
  });

  for (const [what, config, message] of [
    [
      'a missing file',
      () => ({ logo: join(folder, 'none.svg') }),
      /^admin\.brand\.logo: .*none\.svg cannot be read: ENOENT/,
    ],
    [
      'a folder',
      () => (mkdirSync(join(folder, 'sub')), { favicon: join(folder, 'sub') }),
      /^admin\.brand\.favicon: .*is not a file/,
    ],
    ['another kind of file', () => ({ logo: write('logo.png', 'GIF89a') }), /neither an SVG nor a PNG image/],
    ['HTML that contains an SVG late', () => ({ logo: write('x.svg', `<p>${' '.repeat(5000)}<svg>`) }), /neither/],
    [
      'a large file',
      () => ({ logo: write('big.png', Buffer.concat([PNG, Buffer.alloc(300_000)])) }),
      /has 293 KiB.*256 KiB or smaller/,
    ],
    [
      'a dark logo alone',
      () => ({ logoDark: write('d.svg', SVG) }),
      /admin\.brand\.logo_dark needs admin\.brand\.logo/,
    ],
  ] as const) {
    it(`rejects ${what}, and names the key`, async () => expect(await problem(config())).to.match(message));
  }
});
