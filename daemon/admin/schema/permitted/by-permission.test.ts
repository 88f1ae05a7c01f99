import { expect } from 'chai';
import { PermissionSet } from '../../auth/permission-set.js';
import { ByPermission } from './by-permission.js';

describe('schemas kept by permission', () => {
  it('keeps few of them, the ones last used', () => {
    const codes = Array.from({ length: 100 }, (_, index) => `p.c${index}`);
    let made = 0;
    const schemas = new ByPermission(
      () => codes.map((code) => ({ all: [code], any: [] })),
      () => ++made,
    );
    const schema = {};
    const get = (code: string) => schemas.get(schema, new PermissionSet(false, [code]));
    const first = get('p.c0');
    for (const code of codes.slice(1, 60)) get(code);
    expect(get('p.c0')).to.equal(first);
    for (const code of codes.slice(60)) get(code);
    expect(made).to.equal(100);
    expect(get('p.c0'), 'used in between').to.equal(first);
    expect(get('p.c1'), 'not used for long').to.equal(101);
  });
});
