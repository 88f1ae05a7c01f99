import type { DescribeResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/DescribeResponse';
import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import type { HostLink } from './link.js';
import { blogDescription, blogRegistration } from './testing/blog.js';
import type { Recorded, SmallHost } from './testing/small-host.js';
import { CALL, description, freePort, linkTo, Refusal, startHost, TRANSPORTS, until } from './testing/small-host.js';

/** Over HTTP, only a call shows that the host has left: here the one of /readyz. */
async function noticed({ checkHealth }: HostLink): Promise<void> {
  let health = '';
  while (health === '') health = await checkHealth(CALL);
}

for (const transport of TRANSPORTS) {
  describe(`host: describe over ${transport}`, () => {
    const hosts: SmallHost[] = [];
    const links: Recorded[] = [];

    afterEach(async () => {
      for (const { link } of links.splice(0)) await link.stop(0);
      for (const host of hosts.splice(0)) host.kill();
    });

    async function host(describe: () => DescribeResponse, port = 0): Promise<SmallHost> {
      const started = await startHost({ describe, health: 'SERVING' }, port, transport);
      hosts.push(started);
      return started;
    }

    async function link(port: number, overrides = {}): Promise<Recorded> {
      const started = await linkTo(port, { transport, ...overrides });
      links.push(started);
      return started;
    }

    it('asks until the host is up (HC-1)', async () => {
      const port = await freePort();
      const { link: connection, descriptions } = await link(port);
      expect(connection.status().problem).to.contain('has not answered Describe yet');
      await host(() => description(), port);
      await until(() => descriptions.length === 1);
      expect(connection.status()).to.deep.include({ connected: true, problem: '' });
      expect(descriptions[0]).to.deep.include({
        applicationName: 'Small host',
        capabilities: {
          backend: true,
          transactStream: false,
          redeem: false,
          signIn: false,
          admin: false,
          adminStream: false,
          adminSession: false,
          adminAccounts: false,
          adminBulk: false,
          adminSearch: false,
          adminPasskeys: false,
          adminImport: false,
          adminImportUpdate: false,
          adminSessionList: false,
          adminSecondFactor: false,
          adminViews: false,
        },
      });
      expect(descriptions[0]?.oauth).to.include({ issuer: 'https://notes.example', dcrClientCap: 200 });
    });

    it('asks again when the host cannot answer yet or rejects the token (host.proto: Describe)', async () => {
      const refusals = [status.UNAVAILABLE, status.UNAUTHENTICATED];
      const { port } = await host(() => {
        const code = refusals.shift();
        if (code !== undefined) throw new Refusal(code);
        return description();
      });
      const { descriptions, log } = await link(port);
      await until(() => descriptions.length === 1);
      expect(log.filter((line) => line.includes('check host.token'))).to.have.length(1);
    });

    it('stays unready with a host of another contract version, and names that version', async () => {
      const { port } = await host(() => description({ protocolVersion: 2 }));
      const { link: connection, descriptions } = await link(port);
      await until(() => connection.status().problem.includes('protocol_version'));
      expect(connection.status().problem).to.contain('the host uses 2, this daemon uses 1');
      expect(descriptions).to.deep.equal([]);
    });

    it('reports other problems together with those of the registration, and only then', async () => {
      const furtherProblems = () => ['plugins/a.yaml:1: is wrong'];
      const capabilities = ['CAPABILITY_BACKEND', 'CAPABILITY_ADMIN'] as const;
      const wrong = await host(() => description({ capabilities: [...capabilities], admin: { defaultLocale: 'EN!' } }));
      const { link: first } = await link(wrong.port, { furtherProblems });
      await until(() => first.status().problem.includes('default_locale'));
      expect(first.status().problem).to.match(/admin\.default_locale: .*; plugins\/a\.yaml:1: is wrong$/);
      const other = await host(() => description({ protocolVersion: 2 }));
      const { link: second } = await link(other.port, { furtherProblems });
      await until(() => second.status().problem.includes('protocol_version'));
      expect(second.status().problem).to.not.contain('is wrong');
    });

    it('keeps asking after its own defect, and logs it as one', async () => {
      let answers = 0;
      const { port } = await host(() => description(answers++ === 0 ? { admin: { defaultLocale: 'EN!' } } : {}));
      const furtherProblems = (): never => {
        throw new TypeError('a defect of ours');
      };
      const { descriptions, log } = await link(port, { furtherProblems });
      await until(() => descriptions.length === 1);
      expect(log.filter((line) => line.startsWith('failed to process the response to Describe'))).to.have.length(1);
    });

    it('names all invalid options together', async () => {
      const { port } = await host(() =>
        description({
          oauth: {
            issuer: 'https://notes.example/',
            codeTtl: { seconds: -1, nanos: 0 },
            tokenEndpointAuthMethodsSupported: ['TOKEN_ENDPOINT_AUTH_METHOD_UNSPECIFIED'],
            builtinConsentPage: true,
          },
        }),
      );
      const { link: connection } = await link(port);
      await until(() => connection.status().problem.includes('not valid'));
      for (const name of ['issuer', 'code_ttl', 'token_endpoint_auth_methods_supported', 'builtin_consent_page']) {
        expect(connection.status().problem).to.contain(`oauth.${name}: `);
      }
    });

    it('accepts a host with only the admin backend, and one with only the authorization server', async () => {
      const { port } = await host(() => blogDescription());
      const { descriptions } = await link(port);
      await until(() => descriptions.length === 1);
      expect(descriptions[0]).to.not.have.property('oauth');
      expect(descriptions[0]?.admin?.controllers.map(({ id }) => id)).to.deep.equal(['acme.blog.posts']);
      const other = await host(() => description());
      const second = await link(other.port);
      await until(() => second.descriptions.length === 1);
      expect(second.descriptions[0]).to.not.have.property('admin');
    });

    it('reports problems of the registration together with those of the options, and requires CAPABILITY_ADMIN for it', async () => {
      const { port } = await host(() =>
        description({ oauth: { issuer: '' }, admin: blogRegistration({ defaultLocale: 'EN', models: [] }) }),
      );
      const { link: connection } = await link(port);
      await until(() => connection.status().problem.includes('not valid'));
      for (const problem of [
        'admin: needs CAPABILITY_ADMIN',
        'oauth.issuer: ',
        'admin.default_locale: ',
        'admin.controllers["acme.blog.posts"].model: ',
      ]) {
        expect(connection.status().problem).to.contain(problem);
      }
    });

    it('ignores a capability of a newer contract', async () => {
      const { port } = await host(() => description({ capabilities: ['CAPABILITY_BACKEND', 77 as never] }));
      const { descriptions } = await link(port);
      await until(() => descriptions.length === 1);
      expect(descriptions[0]?.capabilities.backend).to.equal(true);
    });

    it('asks again after the connection was lost, and reports only a changed description', async () => {
      let asked = 0;
      let name = 'First';
      const describe = (): DescribeResponse => {
        asked += 1;
        return description({ applicationName: name });
      };
      const first = await host(describe);
      const { link: connection, descriptions } = await link(first.port);
      await until(() => descriptions.length === 1);
      const restart = async (): Promise<void> => {
        hosts.pop()?.kill();
        await noticed(connection);
        const before = asked;
        await host(describe, first.port);
        await until(() => asked > before);
      };
      await restart();
      name = 'Second';
      await restart();
      await until(() => descriptions.length === 2);
      expect(descriptions.map(({ applicationName }) => applicationName)).to.deep.equal(['First', 'Second']);
    });

    it('keeps the old description when the new one is invalid, logs why, and takes the next valid one', async () => {
      let issuer = 'https://notes.example';
      const describe = (): DescribeResponse => description({ oauth: { issuer } });
      const first = await host(describe);
      const { link: connection, descriptions, log } = await link(first.port);
      await until(() => descriptions.length === 1);
      hosts.pop()?.kill();
      await noticed(connection);
      issuer = 'not a url';
      await host(describe, first.port);
      await until(() => connection.status().problem.includes('oauth.issuer'));
      expect(connection.status().description?.oauth?.issuer).to.equal('https://notes.example');
      expect(log.some((line) => line.includes('keeping the previous description'))).to.equal(true);
      issuer = 'https://other.example';
      await until(() => descriptions.length === 2);
      expect(connection.status().problem).to.equal('');
    });

    it('keeps the old description when the new one cannot be applied', async () => {
      let refuse = true;
      const { port } = await host(() => description());
      const { link: connection, descriptions } = await link(port, {
        onDescription: () => {
          if (refuse) throw new Error('cannot build it');
        },
      });
      await until(() => connection.status().problem.includes('cannot build it'));
      expect(connection.status().description).to.equal(undefined);
      refuse = false;
      await until(() => descriptions.length === 1);
      expect(connection.status().problem).to.equal('');
    });
  });
}

describe('host: health', () => {
  const hosts: SmallHost[] = [];
  const links: Recorded[] = [];

  afterEach(async () => {
    for (const { link } of links.splice(0)) await link.stop(0);
    for (const host of hosts.splice(0)) host.kill();
  });

  async function linked(...[behavior, , transport = 'gRPC']: Parameters<typeof startHost>): Promise<Recorded> {
    const host = await startHost(behavior, 0, transport);
    hosts.push(host);
    const recorded = await linkTo(host.port, { transport });
    links.push(recorded);
    return recorded;
  }

  it('is that of grpc.health.v1 over gRPC, of the server as a whole (HC-1)', async () => {
    expect(await (await linked({ health: 'SERVING' })).link.checkHealth(CALL)).to.equal('');
    const sick = 'the host reports its health as NOT_SERVING';
    expect(await (await linked({ health: 'NOT_SERVING' })).link.checkHealth(CALL)).to.equal(sick);
    expect(await (await linked({})).link.checkHealth(CALL)).to.contain('health is unknown');
  });

  it('is that of Describe over HTTP, and a description that has changed takes effect (HC-1)', async () => {
    let answer: () => DescribeResponse = () => description();
    const { link, descriptions } = await linked({ describe: () => answer() }, 0, 'HTTP');
    await until(() => descriptions.length === 1);
    expect(await link.checkHealth(CALL)).to.equal('');
    answer = () => {
      throw new Refusal(status.UNAVAILABLE, 'the database is away');
    };
    expect(await link.checkHealth(CALL)).to.contain('UNAVAILABLE: the database is away');
    answer = () => description({ applicationName: 'Deployed meanwhile' });
    await until(() => descriptions.length === 2);
    expect(descriptions[1]?.applicationName).to.equal('Deployed meanwhile');
    expect(await link.checkHealth(CALL)).to.equal('');
  });
});
