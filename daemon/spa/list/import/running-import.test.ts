import { expect } from 'chai';
import type { ImportCheckBody } from '../../../admin/api/answers.js';
import { changesAnything, isUnsure, queryOf, settled, withField, withMode } from './running-import.js';

const column = (field: string | null) => ({ heading: 'x', field, samples: [] });
const CHECKED = {
  separator: ';',
  decimal: ',',
  mode: 'both',
  key: 'slug',
  columns: [column('title'), column(null), column('slug')],
};
const checked = CHECKED as unknown as ImportCheckBody;

describe('spa: the requests of an import (AD-385)', () => {
  it('imports the file in exactly the way in which it was checked', () => {
    const query = queryOf(settled({ encoding: 'utf-8' }, checked), 'Europe/Berlin');
    expect(Object.fromEntries(query)).to.deep.equal({
      ...{ timezone: 'Europe/Berlin', separator: ';', decimal: ',' },
      ...{ mode: 'both', key: 'slug', columns: 'title,,slug' },
    });
    expect([...queryOf({ encoding: 'utf-8' }, 'UTC').keys()]).to.deep.equal(['timezone']);
  });

  it('takes a field away from the column that it filled before', () => {
    const fields = (at: number, field: string) => withField({ encoding: 'utf-8' }, checked, at, field).fields;
    expect(fields(1, 'title')).to.deep.equal(['', 'title', 'slug']);
    expect(fields(0, '')).to.deep.equal(['', '', 'slug']);
  });

  it('lets the daemon guess key and columns again in another mode (AD-511)', () => {
    const choices = settled({ encoding: 'utf-8' }, checked);
    const query = (given: typeof choices) => Object.fromEntries(queryOf(given, 'UTC'));
    expect(query(withMode(choices, 'create'))).to.deep.equal({
      ...{ timezone: 'UTC', separator: ';', decimal: ',', mode: 'create' },
    });
    expect(query(withMode(choices, 'update', 'title'))).to.deep.include({ mode: 'update', key: 'title' });
  });

  it('imports only what changes something (AD-511)', () => {
    expect(changesAnything({ counts: { created: 0, updated: 0, unchanged: 3 } })).to.equal(false);
    expect(changesAnything({ counts: { created: 0, updated: 1, unchanged: 3 } })).to.equal(true);
  });

  it('says that records may exist only if the answer was lost', () => {
    expect(isUnsure({ code: 'network', status: 0 })).to.equal(true);
    expect(isUnsure({ code: 'service_unavailable', status: 503 })).to.equal(true);
    expect(isUnsure({ code: 'validation_failed', status: 422 })).to.equal(false);
  });
});
