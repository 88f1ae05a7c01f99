import { expect } from 'chai';
import { parseScope, type Scope } from '../model/scope.js';
import { scopesWithin } from './scope.js';

const CEILING: readonly Scope[] = ['read', 'write', 'offline_access'];

describe('checks/scope (spec, Authorize rules 3; RFC 6749 §3.3)', () => {
  for (const [why, parameter, scopes] of [
    ['omitted means the whole ceiling', undefined, CEILING],
    ['empty means omitted', '', CEILING],
    ['spaces alone mean omitted', '   ', CEILING],
    ['a subset', 'read', ['read']],
    ['all, in the ceiling’s order', 'offline_access write read', CEILING],
    ['stray spaces and repetition', '  write   read read ', ['read', 'write']],
  ] as const) {
    it(`grants: ${why}`, () => expect(scopesWithin(parameter, CEILING)).to.deep.equal(scopes));
  }

  for (const [why, parameter] of [
    ['a scope above the ceiling', 'read ai'],
    ['an unknown scope', 'read admin'],
    ['another case', 'Read'],
    ['a tab for a space', 'read\twrite'],
    ['a comma for a space', 'read,write'],
    ['a no-break space', 'read\u00a0write'],
    ['a name of Object.prototype', 'constructor'],
  ] as const) {
    it(`refuses ${why} as invalid_scope`, () =>
      expect(scopesWithin(parameter, CEILING)).to.have.property('error', 'invalid_scope'));
  }

  it('grants nothing under an empty ceiling', () => {
    for (const parameter of [undefined, 'read'])
      expect(scopesWithin(parameter, [])).to.have.property('error', 'invalid_scope');
  });

  it('drops repetitions and stray spaces (oauth.md, Facts)', () =>
    expect(parseScope(' a  b a ')).to.deep.equal(['a', 'b']));

  it('more than 100 values are invalid_scope; the same one many times is one', () => {
    const values = Array.from({ length: 101 }, (_, i) => `s${String(i)}`);
    expect(parseScope(values.slice(1).join(' '))).to.have.length(100);
    expect(parseScope('a '.repeat(1000))).to.deep.equal(['a']);
    expect(parseScope(values.join(' '))).to.equal(undefined);
    expect(scopesWithin(values.join(' '), ['read'])).to.include({
      error: 'invalid_scope',
      description: 'scope has more than 100 values.',
    });
  });
});
