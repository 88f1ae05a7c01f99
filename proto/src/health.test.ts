import type { MethodDefinition } from '@grpc/grpc-js';
import { Client, credentials, Server, ServerCredentials, status } from '@grpc/grpc-js';
import { expect } from 'chai';
import { once } from 'node:events';
import { Health } from './health.js';
import type { HealthCheckResponse, HealthListResponse } from './services.js';
import { healthService } from './services.js';

describe('proto/health', () => {
  let health: Health;
  let server: Server;
  let client: Client;

  beforeEach(async () => {
    health = new Health({ '': 'SERVING', shop: 'NOT_SERVING' });
    server = new Server();
    health.addToServer(server);
    const port = await new Promise<number>((resolve, reject) => {
      server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
        error === null ? resolve(bound) : reject(error),
      );
    });
    client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
  });
  afterEach(() => {
    client.close();
    server.forceShutdown();
  });

  function ask<Response>(rpc: 'Check' | 'List', request: object): Promise<Response> {
    const { path, requestSerialize, responseDeserialize } = healthService[rpc] as MethodDefinition<object, object>;
    return new Promise((resolve, reject) => {
      client.makeUnaryRequest(path, requestSerialize, responseDeserialize, request, (error, answer) =>
        error === null ? resolve(answer as Response) : reject(error),
      );
    });
  }

  const watch = (service: string) => {
    const { path, requestSerialize, responseDeserialize } = healthService.Watch;
    return client.makeServerStreamRequest(path, requestSerialize, responseDeserialize, { service });
  };

  it('answers with the status of the server, of a service, and of all of them', async () => {
    expect(await ask<HealthCheckResponse>('Check', { service: '' })).to.deep.equal({ status: 'SERVING' });
    expect(await ask<HealthCheckResponse>('Check', { service: 'shop' })).to.deep.equal({ status: 'NOT_SERVING' });
    const { statuses } = await ask<HealthListResponse>('List', {});
    expect(statuses).to.deep.equal({ '': { status: 'SERVING' }, shop: { status: 'NOT_SERVING' } });
  });

  it('answers NOT_FOUND for a service that it does not know, with its name', async () => {
    const error = await ask('Check', { service: 'other' }).catch((refusal: unknown) => refusal);
    expect(error).to.include({ code: status.NOT_FOUND }).and.to.have.property('details').that.contains('"other"');
  });

  it('sends a watcher the status, and each new one, until it leaves', async () => {
    const call = watch('shop');
    expect(await once(call, 'data')).to.deep.equal([{ status: 'NOT_SERVING' }]);
    const next = once(call, 'data');
    health.setStatus('shop', 'SERVING');
    expect(await next).to.deep.equal([{ status: 'SERVING' }]);
    const ended = once(call, 'error');
    call.cancel();
    await ended;
    health.setStatus('shop', 'NOT_SERVING');
    expect(await ask<HealthCheckResponse>('Check', { service: 'shop' })).to.deep.equal({ status: 'NOT_SERVING' });
  });

  it('tells a watcher of a service that it does not know, and sends the status once there is one', async () => {
    const call = watch('later');
    expect(await once(call, 'data')).to.deep.equal([{ status: 'SERVICE_UNKNOWN' }]);
    const next = once(call, 'data');
    health.setStatus('later', 'SERVING');
    expect(await next).to.deep.equal([{ status: 'SERVING' }]);
    call.on('error', () => undefined);
    call.cancel();
  });

  it('tells each watcher of a service the status, and none of another service', async () => {
    const [first, second, other] = [watch('shop'), watch('shop'), watch('')];
    const heard: unknown[] = [];
    other.on('data', (message) => heard.push(message));
    await Promise.all([first, second].map((call) => once(call, 'data')));
    const next = [first, second].map((call) => once(call, 'data'));
    health.setStatus('shop', 'SERVING');
    expect(await Promise.all(next)).to.deep.equal([[{ status: 'SERVING' }], [{ status: 'SERVING' }]]);
    // One that leaves does not take the other with it.
    const gone = once(first, 'error');
    first.cancel();
    await gone;
    const last = once(second, 'data');
    health.setStatus('shop', 'NOT_SERVING');
    expect(await last).to.deep.equal([{ status: 'NOT_SERVING' }]);
    expect(heard).to.deep.equal([{ status: 'SERVING' }]);
    for (const call of [second, other]) {
      call.on('error', () => undefined);
      call.cancel();
    }
  });

  it('ends every watch when it shuts down, with the last status, and serves nothing from then on', async () => {
    const collected = (service: string) => {
      const call = watch(service);
      const messages: unknown[] = [];
      call.on('data', (message) => messages.push(message));
      return { messages, began: once(call, 'data'), ended: once(call, 'status') };
    };
    const [whole, unknown] = [collected(''), collected('other')];
    await Promise.all([whole.began, unknown.began]);
    health.shutDown();
    for (const { ended } of [whole, unknown]) expect((await ended)[0]).to.include({ code: status.OK });
    expect(whole.messages).to.deep.equal([{ status: 'SERVING' }, { status: 'NOT_SERVING' }]);
    expect(unknown.messages).to.deep.equal([{ status: 'SERVICE_UNKNOWN' }]);
    expect(await ask<HealthCheckResponse>('Check', { service: '' })).to.deep.equal({ status: 'NOT_SERVING' });
    const late = collected('');
    expect((await late.ended)[0]).to.include({ code: status.OK });
    expect(late.messages).to.deep.equal([{ status: 'NOT_SERVING' }]);
  });
});
