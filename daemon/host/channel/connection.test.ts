import { expect } from 'chai';
import { hostConfigProblem, openConnection } from './open-connection.js';

const PEM = Buffer.from('pem');

describe('host: config', () => {
  it('allows plain text to a host on this machine', () => {
    expect(hostConfigProblem({ at: { address: '127.0.0.1:9090' } })).to.equal('');
    expect(hostConfigProblem({ at: { address: 'unix:/run/app/host.sock' } })).to.equal('');
  });

  it('requires client certificates or a token for any other address (AS-91)', () => {
    expect(hostConfigProblem({ at: { address: 'host:9090' } })).to.contain('host.address');
    expect(hostConfigProblem({ at: { address: 'host:9090' }, tls: {} })).to.contain('host.address');
    expect(hostConfigProblem({ at: { address: 'host:9090' }, token: '' })).to.contain('host.address');
    expect(hostConfigProblem({ at: { address: 'host:9090' }, token: 'shared' })).to.equal('');
    expect(
      hostConfigProblem({ at: { address: 'host:9090' }, tls: { clientCertificate: PEM, clientKey: PEM } }),
    ).to.equal('');
  });

  it('requires the same of a URL, whether http or https (AS-91)', () => {
    const at = (url: string) => ({ at: { url, encoding: 'proto' as const } });
    expect(hostConfigProblem(at('http://localhost:8000/gatehouse'))).to.equal('');
    expect(hostConfigProblem(at('https://app.example'))).to.contain('host.url');
    expect(hostConfigProblem({ ...at('https://app.example'), token: 'shared' })).to.equal('');
  });

  it('requires a client certificate and its key together', () => {
    expect(hostConfigProblem({ at: { address: '127.0.0.1:9090' }, tls: { clientKey: PEM } })).to.contain(
      'must be set together',
    );
  });

  it('refuses to connect with an insecure configuration', () => {
    expect(() => openConnection({ at: { address: 'host:9090' }, timeoutMs: 1, maxInFlight: 1 })).to.throw(
      'host.address',
    );
  });
});
