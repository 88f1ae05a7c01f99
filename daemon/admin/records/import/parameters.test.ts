import { expect } from 'chai';
import { invalid } from '../../api/errors.js';
import type { QueryEntries } from '../../api/query-grammar.js';
import { importParameters } from './parameters.js';

const OPERATION = 'a'.repeat(16);
const NOTHING_GIVEN = {
  separator: undefined,
  decimal: undefined,
  timeZone: 'UTC',
  columns: undefined,
  mode: undefined,
  key: undefined,
  operation: '',
};
const check = (...query: QueryEntries) => importParameters(query, false);
const run = (...query: QueryEntries) => importParameters([['operation', OPERATION], ...query], true);

describe('admin: the parameters of an import (AD-395)', () => {
  it('have the defaults of a file that nothing is known about', () => {
    expect(check()).to.deep.equal(NOTHING_GIVEN);
    expect(run()).to.deep.equal({ ...NOTHING_GIVEN, operation: OPERATION });
  });

  it('say how to read the file, and what to do with its rows', () => {
    const given = {
      separator: ';',
      decimal: ',',
      timezone: 'Europe/Berlin',
      columns: 'title,,slug',
      mode: 'both',
      key: 'slug',
    };
    const { timezone: timeZone, ...others } = given;
    expect(check(...Object.entries(given))).to.deep.equal({ ...others, timeZone, operation: '' });
    for (const [name, values] of [
      ['separator', [',', ';', '\t']],
      ['decimal', ['.', ',']],
      ['mode', ['create', 'update', 'both']],
    ] as const) {
      for (const value of values) expect(check([name, value]), value).to.include({ [name]: value });
    }
  });

  it('have no other values', () => {
    for (const [name, value] of [
      ['separator', '|'],
      ['separator', ''],
      ['decimal', ';'],
      ['decimal', ''],
      ['mode', 'delete'],
      ['mode', ''],
      ['timezone', 'Mars/Olympus'],
      ['timezone', ''],
    ] as const) {
      expect(check([name, value]), `${name}=${value}`).to.deep.equal(invalid(name, { rule: 'choice' }));
      expect(run([name, value]), `${name}=${value}`).to.deep.equal(invalid(name, { rule: 'choice' }));
    }
  });

  it('are known, and given once', () => {
    expect(check(['page', '1'])).to.deep.equal(invalid('page', { rule: 'unknown' }));
    expect(check(['mode', 'both'], ['mode', 'both'])).to.deep.equal(invalid('mode', { rule: 'repeated' }));
    expect(run(['operation', OPERATION])).to.deep.equal(invalid('operation', { rule: 'repeated' }));
  });

  it('name the operation of a run, with 16 to 64 letters that a header can carry, and none for a check (AD-391)', () => {
    const named = (operation: string) => importParameters([['operation', operation]], true);
    expect(check(['operation', OPERATION])).to.deep.equal(invalid('operation', { rule: 'unknown' }));
    expect(importParameters([], true)).to.deep.equal(invalid('operation', { rule: 'required' }));
    expect(named('')).to.deep.equal(invalid('operation', { rule: 'required' }));
    for (const operation of ['a'.repeat(15), 'a'.repeat(65), `${OPERATION} `, ` ${OPERATION}`, `${OPERATION}é`]) {
      expect(named(operation), operation).to.deep.equal(invalid('operation', { rule: 'choice' }));
    }
    for (const operation of ['aZ09_-aZ09_-aZ09', 'a'.repeat(64)]) {
      expect(named(operation), operation).to.include({ operation });
    }
  });
});
