import { expect } from 'chai';
import { parametersOf } from '../testing/examples.js';
import { isBearerTokenForm, isClientIdForm } from './parameters.js';

describe('model: parameters (RFC 6749 §3.1, §3.2)', () => {
  it('a parameter without a value counts as omitted', () => {
    expect(parametersOf(['a', '']).get('a')).to.equal(undefined);
    expect(parametersOf().get('a')).to.equal(undefined);
  });

  it('a repeated parameter has no value, even if only one of them is not empty', () => {
    for (const values of [
      ['1', '2'],
      ['1', '1'],
      ['', '1'],
      ['1', ''],
      ['', ''],
    ]) {
      const parameters = parametersOf(...values.map((value) => ['a', value] as const));
      expect(parameters.get('a')).to.equal(undefined);
      expect(parameters.isRepeated('a')).to.equal(true);
    }
  });

  it('a single value is exact and not repeated', () => {
    const parameters = parametersOf(['a', ' +%0d\r\n\0é ']);
    expect(parameters.get('a')).to.equal(' +%0d\r\n\0é ');
    expect(parameters.isRepeated('a')).to.equal(false);
  });

  it('names are exact, and names of Object.prototype are ordinary names', () => {
    const parameters = parametersOf(['__proto__', 'x'], ['A', '1']);
    expect(parameters.get('__proto__')).to.equal('x');
    expect(parameters.get('a')).to.equal(undefined);
    expect(parameters.get('constructor')).to.equal(undefined);
    expect(parameters.isRepeated('toString')).to.equal(false);
  });

  it('resource may repeat, and its empty values are omitted (RFC 8707 §2)', () =>
    expect(parametersOf(['resource', 'a'], ['resource', ''], ['resource', 'b']).all('resource')).to.deep.equal([
      'a',
      'b',
    ]));

  it('keeps every one of many repetitions', () => {
    const parameters = parametersOf(...Array.from({ length: 100 }, (_, i) => ['resource', String(i)] as const));
    expect(parameters.all('resource')).to.deep.equal(Array.from({ length: 100 }, (_, i) => String(i)));
  });
});

describe('core: credential form', () => {
  it('a client id is 1 to 2048 visible characters or spaces (RFC 6749 appendix A.1)', () => {
    for (const id of ['a', 'a b', 'https://client.example/metadata', '~'.repeat(2048)])
      expect(isClientIdForm(id)).to.equal(true);
    for (const id of ['', '\0', 'a\0', 'a\n', '\x7f', 'é', '\ud800', 'a'.repeat(2049)])
      expect(isClientIdForm(id)).to.equal(false);
  });

  it('an access token is a b64token of at most 8192 characters (RFC 6750 §2.1)', () => {
    for (const token of ['a', 'a.b-c_d~e+f/g==', 'a'.repeat(8192)]) expect(isBearerTokenForm(token)).to.equal(true);
    for (const token of ['', '=', 'a b', 'a=b', 'a\0', 'a\n', 'é', 'a'.repeat(8193)])
      expect(isBearerTokenForm(token)).to.equal(false);
  });
});
