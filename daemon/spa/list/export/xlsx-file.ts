import type { ExportedCell } from '../../../admin/api/exported-cell.js';
import { isFormula } from '../../../admin/api/formula.js';
import type { ExportFile } from './export-file.js';
import type { ZipEntry } from './zip-file.js';
import { ZipFile } from './zip-file.js';

/** Rows of a sheet, the headings included (Excel specifications and limits). */
export const MAX_SHEET_ROWS = 1_048_576;
/** Characters of a cell. */
const MAX_TEXT = 32_767;
/** Digits of a number. Excel rounds the others, so a longer one is a text. */
const MAX_DIGITS = 15;

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** The cell formats by index: plain, date, date with time, time, text that looks like a formula, heading. */
const STYLE = { date: 1, datetime: 2, time: 3, quoted: 4, heading: 5 } as const;

const FILES: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${DOCUMENT}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${SHEET}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="6"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="21" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" quotePrefix="1"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
};

/**
 * A workbook with one sheet (ECMA-376): numbers, dates and truth values in their own types, texts as inline strings, which
 * no spreadsheet takes for a formula. Its first row, the headings, is bold and stays in view.
 */
export function createXlsxFile(title: string): ExportFile {
  const zip = new ZipFile();
  let sheet: ZipEntry | undefined;
  let rows = 0;

  async function begin(): Promise<ZipEntry> {
    for (const [name, content] of Object.entries({ ...FILES, 'xl/workbook.xml': workbook(title) })) {
      const entry = zip.open(name);
      entry.add(XML + content);
      await entry.close();
    }
    const entry = zip.open('xl/worksheets/sheet1.xml');
    entry.add(
      `${XML}<worksheet xmlns="${SHEET}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`,
    );
    return entry;
  }

  return {
    extension: 'xlsx',
    get room() {
      return MAX_SHEET_ROWS - rows;
    },
    async addRows(added) {
      sheet ??= await begin();
      const written = added.map((cells, index) => rowXml(cells, rows + index + 1));
      rows += added.length;
      sheet.add(written.join(''));
    },
    async finish() {
      sheet ??= await begin();
      sheet.add('</sheetData></worksheet>');
      await sheet.close();
      return zip.finish(TYPE);
    },
  };
}

/** A sheet's name has at most 31 units of UTF-16, without some characters, and no apostrophe at its ends. */
function workbook(title: string): string {
  const safe = title
    .replace(/[\\/?*[\]:\p{Cc}\p{Cs}]/gu, ' ')
    .trim()
    .slice(0, 31)
    .replace(/[\uD800-\uDBFF]$/, '')
    .replace(/^['\s]+|['\s]+$/g, '');
  const name = escaped(safe === '' ? 'Sheet1' : safe);
  return `<workbook xmlns="${SHEET}" xmlns:r="${DOCUMENT}"><bookViews><workbookView/></bookViews><sheets><sheet name="${name}" sheetId="1" r:id="rId1"/></sheets></workbook>`;
}

/** The standard allows rows and cells without their place, but Gnumeric shows nothing of such a sheet. */
function rowXml(cells: readonly ExportedCell[], row: number): string {
  const isHeading = row === 1;
  const written = cells.map((cell, column) => cellXml(cell, `${columnName(column)}${String(row)}`, isHeading));
  return `<row r="${String(row)}">${written.join('')}</row>`;
}

/** A to Z, AA to ZZ, and so on. */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}

function cellXml(cell: ExportedCell, place: string, isHeading: boolean): string {
  switch (cell.kind) {
    case 'empty':
      return '';
    case 'bool':
      return `<c r="${place}" t="b"><v>${cell.isOn ? '1' : '0'}</v></c>`;
    case 'number':
      return digitsOf(cell.text) <= MAX_DIGITS
        ? `<c r="${place}"><v>${cell.text}</v></c>`
        : textXml(cell.text, place, isHeading);
    case 'date':
    case 'time':
    case 'datetime': {
      const serial = serialOf(cell.text, cell.kind);
      return serial === undefined
        ? textXml(cell.text, place, isHeading)
        : `<c r="${place}" s="${String(STYLE[cell.kind])}"><v>${String(serial)}</v></c>`;
    }
    case 'text':
      return textXml(cell.text, place, isHeading);
  }
}

function textXml(text: string, place: string, isHeading: boolean): string {
  const style = isHeading ? STYLE.heading : isFormula(text) ? STYLE.quoted : undefined;
  const of = style === undefined ? '' : ` s="${String(style)}"`;
  return `<c r="${place}"${of} t="inlineStr"><is><t xml:space="preserve">${escaped(text.slice(0, MAX_TEXT))}</t></is></c>`;
}

function digitsOf(number: string): number {
  return number.replace(/^-?0*\.?0*|\./g, '').length;
}

const DAY_MS = 86_400_000;
/** Days from the epoch of spreadsheets to that of Unix. */
const EPOCH_DAYS = 25_569;
/** 1 March 1900. Before it, Excel counts a day that did not exist. */
const FIRST_DAY = 61;

/** The number of a day and of its part. Undefined for a moment that a spreadsheet does not have. */
function serialOf(text: string, kind: 'date' | 'time' | 'datetime'): number | undefined {
  const [, year = '1970', month = '1', day = '1', hour = '0', minute = '0', second = '0'] =
    /^(?:(\d{4})-(\d\d)-(\d\d))?(?: ?(\d\d):(\d\d):(\d\d))?$/.exec(text) ?? [];
  const milliseconds = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  );
  if (kind === 'time') return milliseconds / DAY_MS;
  const serial = milliseconds / DAY_MS + EPOCH_DAYS;
  return serial >= FIRST_DAY ? serial : undefined;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/**
 * A text in XML. Leaves out characters that XML 1.0 does not have; a line of a cell ends with LF. "_x0041_" means a character in this format, so an
 * underscore that begins such a text is written that way itself.
 */
function escaped(text: string): string {
  return text
    .replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[\p{Cs}\uFFFE\uFFFF]|(?![\t\n\r])\p{Cc}(?<![\u0080-\u009F])/gu, '')
    .replace(/\r\n?/g, '\n')
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
}
