import { expect } from 'chai';
import { listenError } from './server.js';

describe('http: reasons why it cannot listen', () => {
  const told = (host: string, cause?: object) =>
    listenError({ host, port: 80 }, cause as Parameters<typeof listenError>[1]).message;

  it('explains a known reason in words, and passes on an unknown one', () => {
    expect(told('h', { code: 'EACCES', message: 'x' })).to.equal(
      'cannot listen on h:80: binding ports below 1024 requires extra privileges (EACCES)',
    );
    expect(told('h', { code: 'EOTHER', message: 'x' })).to.equal('cannot listen on h:80: x');
    expect(told('h')).to.equal('cannot listen on h:80: the address has just been taken; try again');
  });

  it('puts an IPv6 address in brackets', () => expect(told('::1')).to.contain('listen on [::1]:80'));
});
