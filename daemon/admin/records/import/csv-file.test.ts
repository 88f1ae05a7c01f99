import { expect } from 'chai';
import { isProblem } from '../../api/errors.js';
import { MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS } from '../../api/limits.js';
import type { CsvFile, CsvOptions } from './csv-file.js';
import { readCsv } from './csv-file.js';

const UTF8: CsvOptions = { encoding: 'utf-8', separator: undefined };
const read = (text: string, options: Partial<CsvOptions> = {}) => readCsv(Buffer.from(text), { ...UTF8, ...options });

async function fileOf(text: string, options: Partial<CsvOptions> = {}): Promise<CsvFile> {
  const file = await read(text, options);
  if (isProblem(file)) throw new Error(JSON.stringify(file));
  return file;
}

async function cellsOf(text: string): Promise<readonly (readonly string[])[]> {
  return (await fileOf(text)).rows.map(({ cells }) => cells);
}

async function ruleOf(bytes: string | Buffer, options: Partial<CsvOptions> = {}): Promise<unknown> {
  const file = await readCsv(Buffer.from(bytes), { ...UTF8, ...options });
  return isProblem(file) ? file.rule : 'no problem';
}

describe('reads a file to import (AD-386, AD-387)', () => {
  it('reads quotes, quoted separators, quoted line breaks and every line end (RFC 4180 §2)', async () => {
    expect(await cellsOf('a,b\r\n"x, ""y""","1\r\n2"\r\n')).to.deep.equal([['x, "y"', '1\r\n2']]);
    expect(await cellsOf('a,b\n1,2\n3,4')).to.deep.equal([
      ['1', '2'],
      ['3', '4'],
    ]);
    expect(await cellsOf('a,b\r1,2\r')).to.deep.equal([['1', '2']]);
  });

  it('ends a row with every line end, also where a file mixes them (AD-386)', async () => {
    const ends = ['\r\n', '\n', '\r'];
    for (const [first, second, third] of ends.flatMap((one) =>
      ends.flatMap((two) => ends.map((three) => [one, two, three])),
    )) {
      for (const [x, y] of [
        ['A', 'B'],
        ['"A"', '"B"'],
      ]) {
        const text = `t,u${String(first)}${String(x)},${String(y)}${String(second)}C,D${String(third)}`;
        expect(await cellsOf(text), JSON.stringify(text)).to.deep.equal([
          ['A', 'B'],
          ['C', 'D'],
        ]);
      }
    }
    // A file is parsed in chunks of 64 Ki characters, of which one may end in the middle of a line end.
    for (let length = 64 * 1024 - 8; length <= 64 * 1024; length += 1) {
      const long = 'x'.repeat(length);
      for (const cell of [long, `"${long}"`]) {
        expect((await cellsOf(`t\n${cell}\r\nB\rC\n`)).map(([text]) => text?.length)).to.deep.equal([length, 1, 1]);
      }
    }
  });

  it('guesses the separator from the headings, outside of quotes, unless one is given', async () => {
    expect(await fileOf('a,b;c;d\n1;2;3')).to.deep.include({ separator: ';', headings: ['a,b', 'c', 'd'] });
    expect(await fileOf('"a;b;c;d",e\n1,2')).to.deep.include({ separator: ',', headings: ['a;b;c;d', 'e'] });
    expect(await fileOf('a;b,c\u012c\u042c\u022c\n1;2')).to.deep.include({
      separator: ',',
      headings: ['a;b', 'c\u012c\u042c\u022c'],
    });
    expect((await fileOf('a\tb\n1\t2')).separator).to.equal('\t');
    // The rows below have more of another one.
    for (const end of ['\n', '\r', '\r\n']) {
      expect((await fileOf(`a,b${end}1;2;3;4,5`)).separator, JSON.stringify(end)).to.equal(',');
    }
    expect((await fileOf('"a\nb",c\n1;2;3;4,5')).separator).to.equal(',');
    expect((await fileOf('a\n1')).separator).to.equal(',');
    expect((await fileOf('a,b;c\n1,2;3', { separator: ';' })).headings).to.deep.equal(['a,b', 'c']);
  });

  it('takes the separator from the line that programs write for Excel, which is no row (AD-387)', async () => {
    for (const line of ['sep=;', '"sep=;"', 'SEP=;']) {
      const { separator, headings, rows } = await fileOf(`\ufeff${line}\r\na,b;c\r\n1;2\r\n`);
      expect({ separator, headings, rows }).to.deep.equal({
        separator: ';',
        headings: ['a,b', 'c'],
        rows: [{ number: 2, cells: ['1', '2'] }],
      });
    }
    expect((await fileOf('sep=;\na,b\n1,2', { separator: ',' })).headings).to.deep.equal(['a', 'b']);
    expect((await fileOf('sep=|\n1')).headings).to.deep.equal(['sep=|']);
    expect((await fileOf('sep,b\n1,2')).headings).to.deep.equal(['sep', 'b']);
    // Below the first line, it is a value.
    expect(await cellsOf('t\nsep=,\nx')).to.deep.equal([['sep=', ''], ['x']]);
  });

  it('counts rows as a spreadsheet does, and leaves out empty ones', async () => {
    const { rows } = await fileOf('a,b\n"1\n2",x\n\n ,\t\n3,y\n,z\n4,\n , \n');
    expect(rows).to.deep.equal([
      { number: 2, cells: ['1\n2', 'x'] },
      { number: 5, cells: ['3', 'y'] },
      { number: 6, cells: ['', 'z'] },
      { number: 7, cells: ['4', ''] },
    ]);
  });

  it('reads UTF-8 and UTF-16 by their marks, and windows-1252 if a person says so', async () => {
    const text = 'Näme\n„Größe“ €\n';
    const mark = Buffer.from([0xff, 0xfe]);
    const little = Buffer.concat([mark, Buffer.from(text, 'utf16le')]);
    const big = Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(text, 'utf16le').swap16()]);
    for (const [bytes, encoding] of [
      [Buffer.from(`\uFEFF${text}`), 'utf-8'],
      [Buffer.from(text), 'utf-8'],
      [little, 'utf-16'],
      [big, 'utf-16'],
    ] as const) {
      // A mark counts more than the choice of a person.
      const chosen = bytes[0] === 0x4e ? 'utf-8' : 'windows-1252';
      const file = await readCsv(bytes, { encoding: chosen, separator: undefined });
      expect(file).to.deep.include({ encoding, headings: ['Näme'], rows: [{ number: 2, cells: ['„Größe“ €'] }] });
    }
    const western = Buffer.from([0x4e, 0xe4, 0x0a, 0x80, 0x0a]);
    expect(await ruleOf(western)).to.equal('import_encoding');
    expect(await readCsv(western, { encoding: 'windows-1252', separator: undefined })).to.deep.include({
      headings: ['Nä'],
      rows: [{ number: 2, cells: ['€'] }],
    });
    expect(await ruleOf(Buffer.from(text, 'utf16le'))).to.equal('import_encoding');
  });

  it('rejects files without headings or rows, with too many, and with misplaced quotes', async () => {
    const rows = (count: number) => `a\n${'1\n'.repeat(count)}`;
    expect(await ruleOf('')).to.equal('import_heading');
    expect(await ruleOf('\n1\n')).to.equal('import_heading');
    expect(await ruleOf(' ,\t\n1,2\n')).to.equal('import_heading');
    expect(await ruleOf('a,b\n')).to.equal('import_empty');
    expect(await ruleOf('a,b\n,\n\n')).to.equal('import_empty');
    expect(await ruleOf(`a,${'b'.repeat(1000)}\n1,2`)).to.equal('no problem');
    expect(await ruleOf(`a,${'b'.repeat(1001)}\n1,2`)).to.equal('import_heading');
    expect(await ruleOf(rows(MAX_IMPORT_ROWS))).to.equal('no problem');
    expect(await ruleOf(rows(MAX_IMPORT_ROWS + 1))).to.equal('import_rows');
    expect(await ruleOf(`${'a,'.repeat(MAX_IMPORT_COLUMNS - 1)}a\n1`)).to.equal('no problem');
    for (const [text, rule, maximum] of [
      [`${'a,'.repeat(MAX_IMPORT_COLUMNS)}a\n1`, 'import_columns', MAX_IMPORT_COLUMNS],
      [rows(MAX_IMPORT_ROWS + 1), 'import_rows', MAX_IMPORT_ROWS],
      [rows(20_000), 'import_rows', MAX_IMPORT_ROWS],
    ] as const) {
      expect(await read(text)).to.deep.equal({ rule, parameters: { maximum } });
    }
    expect(await read('a,b\n1,2\n3,"4\n5,6\n')).to.deep.include({ rule: 'import_quotes', parameters: { row: 3 } });
    expect(await ruleOf('a,b\n1,2 "x"\n')).to.equal('import_quotes');
  });

  it('reads a file of nothing but quotes, separators or line ends to its end (AD-387)', async () => {
    const most = 2 * 1024 * 1024;
    for (const hostile of ['"', ',', '""', '",', '\n', '\r', '"\n', ' "']) {
      const text = `a\n${hostile.repeat(most / hostile.length)}`;
      const found = await read(text.slice(0, most));
      // Only pairs of quotes are a text.
      expect(isProblem(found) || /^"+$/.test(hostile), JSON.stringify(hostile)).to.equal(true);
    }
  });

  it('refuses a row behind more empty ones than it reads, instead of leaving it out (AD-434)', async () => {
    expect((await fileOf(`a\n1\n${'\n'.repeat(10_000)}2\n`)).rows.map(({ cells }) => cells)).to.deep.equal([
      ['1'],
      ['2'],
    ]);
    // With the headings, as many rows as may be imported and 10,000 empty ones.
    const last = (empty: number) => ruleOf(`a\n1\n${'\n'.repeat(empty)}2\n`);
    expect([await last(MAX_IMPORT_ROWS + 9997), await last(MAX_IMPORT_ROWS + 9998)]).to.deep.equal([
      ...['no problem', 'import_rows'],
    ]);
    for (const empty of ['\n', ',,\r\n', '""\n']) {
      expect(await ruleOf(`a\n1\n${empty.repeat(20_000)}2\n`), JSON.stringify(empty)).to.equal('import_rows');
    }
    // At the end, spreadsheets write any number of them.
    for (const empty of ['\n', ',,\r\n', ';\n', ' \r', '\t\n']) {
      const { rows, headings } = await fileOf(`a,b,\n1,"2\n"\n${empty.repeat(100_000)}`);
      expect([headings, rows], JSON.stringify(empty)).to.deep.equal([
        ['a', 'b', ''],
        [{ number: 2, cells: ['1', '2\n'] }],
      ]);
    }
    expect(await ruleOf(`a\n1\n"${'\n'.repeat(20_000)}`)).to.equal('import_quotes');
    expect(await ruleOf(`a\n${'1\n'.repeat(1_000_000)}`)).to.equal('import_rows');
  });
});
