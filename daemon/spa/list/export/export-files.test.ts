import { expect } from 'chai';
import { inflateRawSync } from 'node:zlib';
import type { ColumnView } from '../../api/views.js';
import { chooseZone } from '../../formats/time-zone.js';
import { createCsvFile } from './csv-file.js';
import type { ExportedCell } from '../../../admin/api/exported-cell.js';
import { fileName } from './export-file.js';
import { RunningExport } from './run-export.js';
import { createXlsxFile, MAX_SHEET_ROWS } from './xlsx-file.js';

const text = (value: string): ExportedCell => ({ kind: 'text', text: value });
const number = (value: string): ExportedCell => ({ kind: 'number', text: value });
const WORDS = { on: 'Yes', off: 'No' };

async function csvOf(...rows: ExportedCell[][]): Promise<string> {
  const file = createCsvFile(WORDS);
  await file.addRows(rows);
  return Buffer.from(await (await file.finish()).arrayBuffer()).toString('utf8');
}

/** The files of an archive, read through its directory, with verified lengths. */
async function unzipped(blob: Blob): Promise<ReadonlyMap<string, string>> {
  const bytes = Buffer.from(await blob.arrayBuffer());
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const files = new Map<string, string>();
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [compressed, size, nameLength] = [
      bytes.readUInt32LE(at + 20),
      bytes.readUInt32LE(at + 24),
      bytes.readUInt16LE(at + 28),
    ];
    const local = bytes.readUInt32LE(at + 42);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const content = inflateRawSync(bytes.subarray(start, start + compressed));
    expect(content.length, name).to.equal(size);
    files.set(name, content.toString('utf8'));
    at += 46 + nameLength;
  }
  return files;
}

async function sheetOf(...rows: ExportedCell[][]): Promise<string> {
  const file = createXlsxFile('Posts');
  await file.addRows([[text('Heading')]]);
  await file.addRows(rows);
  const sheet = (await unzipped(await file.finish())).get('xl/worksheets/sheet1.xml') ?? '';
  return sheet.slice(sheet.indexOf('</row>') + 6, sheet.indexOf('</sheetData>'));
}

describe('spa: exported files (AD-277)', () => {
  it('CSV has a byte order mark, CRLF, and quotes where they are needed (RFC 4180)', async () => {
    expect(await csvOf([text('Name'), number('-5')], [text('a "b", c\nd'), { kind: 'bool', isOn: true }])).to.equal(
      '\uFEFFName,-5\r\n"a ""b"", c\nd",Yes\r\n',
    );
  });

  for (const formula of [
    ...['=1+1', '+1-2', '-1+2', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '-cmd|x', '+49 30'],
    ...[
      ' =1',
      '\u00A0=1',
      '\u3000＝1',
      '\uFEFF=1',
      '\u200B=1',
      '\u202E=1',
      '\0=1',
      '\v=1',
      '\x85=1',
      '\u2028@a',
      '\uFE66SUM(1)',
      '＋1',
      '－1',
      '＠a',
    ],
  ]) {
    it(`CSV makes a formula harmless: ${JSON.stringify(formula)}`, async () => {
      const field = (await csvOf([text(formula)])).slice(1, -2);
      expect(field.replace(/^"/, '')).to.match(/^'/);
    });
  }

  // In Excel with semicolons, "x;=1" in the second field of a row of ours is two cells, because its quotes begin none.
  for (const [hidden, expected] of [
    ['x;=HYPERLINK(1)', "x;'=HYPERLINK(1)"],
    ['x\n=1+1;y', "x\n'=1+1;y"],
    ['x\r\n @A1', "x\r\n' @A1"],
    ['x\t＝1', "x\t'＝1"],
    ["x;-1+cmd|' /C calc'!A0", "x;'-1+cmd|' /C calc'!A0"],
    ['x;+SUM(A1)', "x;'+SUM(A1)"],
  ] as const) {
    it(`CSV makes a formula harmless that another list separator would reveal: ${JSON.stringify(hidden)}`, async () => {
      expect(await csvOf([text('a'), text(hidden)])).to.equal(`\uFEFFa,"${expected}"\r\n`);
    });
  }

  it('CSV leaves lists and tables of Markdown as they are', async () => {
    for (const harmless of [
      'Items\n- one\n- two (2)\n',
      '| a | b |\n|---|---|\n',
      'a | b\n---|---\n1 | 2',
      'a; -5; +6',
    ]) {
      expect(await csvOf([text(harmless)])).to.equal(`\uFEFF"${harmless}"\r\n`);
    }
  });

  it('CSV leaves numbers and ordinary texts as they are', async () => {
    expect(await csvOf([text('-5.25'), text('a=b'), number('-7'), { kind: 'empty' }])).to.equal(
      '\uFEFF-5.25,a=b,-7,\r\n',
    );
  });

  it('XLSX has typed cells, and a text only where a spreadsheet would change the value', async () => {
    expect(await sheetOf([number('-12.50'), { kind: 'bool', isOn: false }, { kind: 'empty' }])).to.equal(
      '<row r="2"><c r="A2"><v>-12.50</v></c><c r="B2" t="b"><v>0</v></c></row>',
    );
    expect(await sheetOf([number('1234567890123456')])).to.contain('inlineStr');
    expect(await sheetOf([number('0.000000000000001')])).to.not.contain('inlineStr');
    expect(await sheetOf([{ kind: 'date', text: '2026-11-23' }])).to.equal(
      '<row r="2"><c r="A2" s="1"><v>46349</v></c></row>',
    );
    expect(await sheetOf([{ kind: 'datetime', text: '2026-11-23 12:00:00' }])).to.equal(
      '<row r="2"><c r="A2" s="2"><v>46349.5</v></c></row>',
    );
    expect(await sheetOf([{ kind: 'time', text: '06:00:00' }])).to.equal(
      '<row r="2"><c r="A2" s="3"><v>0.25</v></c></row>',
    );
    // Spreadsheets have no days before 1900.
    expect(await sheetOf([{ kind: 'date', text: '1815-12-10' }])).to.contain('>1815-12-10<');
  });

  it('XLSX gives each cell its place, without which Gnumeric shows an empty sheet', async () => {
    const sheet = await sheetOf(Array.from({ length: 703 }, (_, index) => number(String(index))));
    for (const cell of ['r="A2"><v>0<', 'r="Z2"><v>25<', 'r="AA2"><v>26<', 'r="ZZ2"><v>701<', 'r="AAA2"><v>702<']) {
      expect(sheet).to.contain(`<c ${cell}`);
    }
    expect(await sheetOf([{ kind: 'empty' }, number('1')])).to.equal('<row r="2"><c r="B2"><v>1</v></c></row>');
  });

  it('XLSX keeps hostile texts texts: markup, formulas, control characters, half a character, its own escapes', async () => {
    expect(await sheetOf([text('</t></is></c>&"<!--')])).to.contain(
      '>&lt;/t&gt;&lt;/is&gt;&lt;/c&gt;&amp;&quot;&lt;!--<',
    );
    expect(await sheetOf([text('=cmd')])).to.equal(
      '<row r="2"><c r="A2" s="4" t="inlineStr"><is><t xml:space="preserve">=cmd</t></is></c></row>',
    );
    expect(await sheetOf([text('a\0\x1b\uD800b\uFFFF\tc')])).to.contain('>ab\tc<');
    expect(await sheetOf([text('a\r\nb\rc')])).to.contain('>a\nb\nc<');
    expect(await sheetOf([text('_x0041_')])).to.contain('>_x005F_x0041_<');
    expect(await sheetOf([text('x'.repeat(40_000))])).to.contain(`>${'x'.repeat(32_767)}<`);
  });

  it('XLSX has every part of a workbook, and a name of the sheet that Excel accepts', async () => {
    const file = createXlsxFile(`'A/B: [very] long? ${'x'.repeat(40)}`);
    const files = await unzipped(await file.finish());
    expect([...files.keys()]).to.include.members([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/workbook.xml',
      'xl/styles.xml',
    ]);
    const [, name = ''] = /<sheet name="([^"]*)"/.exec(files.get('xl/workbook.xml') ?? '') ?? [];
    expect(name).to.match(/^[^\\/?*[\]:']{1,31}$/);
  });

  it('XLSX counts the name of the sheet as Excel does, and keeps its characters whole', async () => {
    for (const [title, expected] of [
      ['\u{1F600}'.repeat(20), '\u{1F600}'.repeat(15)],
      [" 'quoted' ", 'quoted'],
      ["''\u0001''", 'Sheet1'],
    ] as const) {
      const workbook = (await unzipped(await createXlsxFile(title).finish())).get('xl/workbook.xml') ?? '';
      expect(/<sheet name="([^"]*)"/.exec(workbook)?.[1]).to.equal(expected);
    }
  });

  it('names a file without characters that an operating system rejects', () => {
    expect(fileName('Posts: "new" <a>/..\\b|\n', '2026-11-23', 'csv')).to.equal('Posts new a b 2026-11-23.csv');
    expect(fileName('Übersicht 日本', '2026-11-23', 'xlsx')).to.equal('Übersicht 日本 2026-11-23.xlsx');
    expect(fileName('../..', '2026-11-23', 'csv')).to.equal('2026-11-23.csv');
  });
});

const column = (name: string, more: object = {}): ColumnView =>
  ({ name, label: name.toUpperCase(), type: 'text', ...more }) as ColumnView;

describe('spa: an export batch by batch (AD-274, AD-279)', () => {
  it('has times in the time zone that the reader has chosen', async () => {
    chooseZone('America/Los_Angeles');
    const file = createCsvFile(WORDS);
    const rows = [{ id: '1', at: '2026-12-24T00:30:00Z' }];
    await new RunningExport([column('at', { type: 'datetime' })], file, () =>
      Promise.resolve({ rows, hasMore: false }),
    ).next();
    chooseZone(undefined);
    expect(await (await file.finish()).text()).to.equal('AT\r\n2026-12-23 16:30:00\r\n');
  });

  it('continues after the last record, and repeats a batch that failed', async () => {
    const asked: string[] = [];
    let fails = true;
    const running = new RunningExport([column('name')], createCsvFile(WORDS), (after) => {
      asked.push(after);
      if (after === '2' && fails) return Promise.reject(new Error('offline'));
      return Promise.resolve(
        after === ''
          ? {
              rows: [
                { id: '1', name: 'a' },
                { id: '2', name: 'b', _truncated: ['name', 'hidden'] },
              ],
              hasMore: true,
            }
          : { rows: [{ id: '3', name: 'c' }], hasMore: false },
      );
    });
    expect(await running.next()).to.equal(true);
    await running.next().then(
      () => expect.fail('the error was swallowed'),
      () => (fails = false),
    );
    expect(await running.next()).to.equal(false);
    expect(asked).to.deep.equal(['', '2', '2']);
    expect(running.exported).to.deep.equal({ rows: 3, shortened: 1, isFull: false });
  });

  it('stops at the rows of a sheet, and says that records are missing', async () => {
    const taken: number[] = [];
    let room = 3;
    const file = {
      extension: 'xlsx' as const,
      get room() {
        return room;
      },
      addRows: (rows: readonly unknown[]) => {
        taken.push(rows.length);
        room -= rows.length;
        return Promise.resolve();
      },
      finish: () => Promise.resolve(new Blob()),
    };
    const rows = [{ id: '1' }, { id: '2' }, { id: '3' }];
    const running = new RunningExport([column('id')], file, () => Promise.resolve({ rows, hasMore: false }));
    expect(await running.next()).to.equal(false);
    expect(taken).to.deep.equal([1, 2]);
    expect(running.exported).to.deep.include({ rows: 2, isFull: true });
    expect(createXlsxFile('x').room).to.equal(MAX_SHEET_ROWS);
  });
});
