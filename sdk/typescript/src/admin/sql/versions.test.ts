import { expect } from 'chai';
import { raisedVersion, versionOf } from './versions.js';

const versioned = { table: 'notes', version: 'version' };
const version = (raw: never) => versionOf(versioned, { gatehouse_version: raw });

describe('admin: versions of records (admin_record.proto, Record)', () => {
  it('are integers, however a driver returns them, and 0 for null (HC-99)', () => {
    for (const raw of [7, 7n, '7', '07']) expect(version(raw as never)).to.equal('7');
    expect(version('9007199254740993' as never)).to.equal('9007199254740993');
    expect(version(null as never)).to.equal('0');
  });

  it('are opaque for every other value that SQLite stores, and differ from each other', () => {
    const odd = ['x', '1.5', 1.5, Buffer.from([0, 255]), Buffer.from([0, 254]), ''].map((raw) => version(raw as never));
    for (const each of odd) expect(each).to.match(/^odd-[0-9a-f]{32}$/);
    expect(new Set(odd).size).to.equal(odd.length - 1);
  });

  it('do not exist without a column', () => {
    expect(versionOf({}, {})).to.equal('');
    expect(raisedVersion({ table: 'notes' })).to.deep.equal({});
    expect(Object.keys(raisedVersion(versioned))).to.deep.equal(['version']);
  });
});
