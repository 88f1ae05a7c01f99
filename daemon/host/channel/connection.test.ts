import { expect } from 'chai';
import { hostConfigProblem, openConnection } from './connection.js';

const PEM = Buffer.from('pem');

describe('host: config', () => {
  it('allows plain text to a host on this machine', () => {
    expect(hostConfigProblem({ address: '127.0.0.1:9090' })).to.equal('');
    expect(hostConfigProblem({ address: 'unix:/run/app/host.sock' })).to.equal('');
  });

  it('requires client certificates or a token for any other address (AS-91)', () => {
    expect(hostConfigProblem({ address: 'host:9090' })).to.contain('host.address');
    expect(hostConfigProblem({ address: 'host:9090', tls: {} })).to.contain('host.address');
    expect(hostConfigProblem({ address: 'host:9090', token: '' })).to.contain('host.address');
    expect(hostConfigProblem({ address: 'host:9090', token: 'shared' })).to.equal('');
    expect(hostConfigProblem({ address: 'host:9090', tls: { clientCertificate: PEM, clientKey: PEM } })).to.equal('');
  });

  it('requires a client certificate and its key together', () => {
    expect(hostConfigProblem({ address: '127.0.0.1:9090', tls: { clientKey: PEM } })).to.contain(
      'must be set together',
    );
  });

  it('refuses to connect with an insecure configuration', () => {
    expect(() => openConnection({ address: 'host:9090', timeoutMs: 1, maxInFlight: 1 })).to.throw('host.address');
  });
});
