import type { FindAdministratorResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/FindAdministratorResponse';
import { MAX_STREAM_ANSWER_BYTES } from '@gatehouse/proto/limits';
import { adminDirectoryService } from '@gatehouse/proto/services';
import { Cancellation } from '@gatehouse/proto/stream-server';
import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import type { Logger } from '../../shared/logger.js';
import { RpcFault } from '../../wire/call.js';
import type { RpcCall } from '../../wire/over-bytes.js';
import { adminLogger, adminRpc } from './admin-rpc.js';
import { adminStreamProtocol } from './serve-admin-stream.js';

const FIND = 'AdminDirectoryService.FindAdministrator';
const WANTED = new Cancellation();
const SILENT: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe('AdminStream (admin_stream.proto, table)', () => {
  const method = adminDirectoryService.FindAdministrator;

  function served(find: (request: object, call: RpcCall) => Promise<FindAdministratorResponse>) {
    return adminStreamProtocol([adminRpc(method, adminLogger(SILENT), find)]);
  }

  const call = (overrides: object = {}) => ({
    id: 7,
    method: FIND,
    request: method.requestSerialize({ identifier: 'ada' }),
    timeout: null,
    requestId: 'r-1',
    traceparent: '',
    tracestate: '',
    ...overrides,
  });
  const answering = (response: FindAdministratorResponse) => (): Promise<FindAdministratorResponse> =>
    Promise.resolve(response);

  it("returns the rpc's encoded answer with the id and request id of the call", async () => {
    const asked: unknown[] = [];
    const { run } = served((request, { requestId }) => {
      asked.push(request, requestId);
      return Promise.resolve({});
    });
    const { id, response } = await run(call(), WANTED, 0);
    expect(id).to.equal(7);
    expect(method.responseDeserialize(response as Buffer)).to.deep.equal({ credentials: null });
    expect(asked).to.deep.equal([{ identifier: 'ada' }, 'r-1']);
  });

  it('returns a fault of the rpc as the fault of its call', async () => {
    const { run } = served(() => Promise.reject(new RpcFault(status.UNAVAILABLE, 'not now')));
    expect(await run(call(), WANTED, 0)).to.deep.equal({
      id: 7,
      fault: { code: status.UNAVAILABLE, message: 'not now' },
    });
  });

  for (const name of ['AdminDirectoryService.NoSuchRpc', 'FindAdministrator', '', '__proto__', 'constructor.name']) {
    it(`returns UNIMPLEMENTED for the method "${name}"`, async () => {
      const { fault } = await served(answering({})).run(call({ method: name }), WANTED, 0);
      expect(fault?.code).to.equal(status.UNIMPLEMENTED);
    });
  }

  it('returns UNIMPLEMENTED for an rpc of the contract that this host does not serve', async () => {
    const { fault } = await served(answering({})).run(call({ method: 'AdminDirectoryService.SetPassword' }), WANTED, 0);
    expect(fault?.code).to.equal(status.UNIMPLEMENTED);
  });

  it('returns INVALID_ARGUMENT for bytes that are not a message of the method', async () => {
    const { fault } = await served(answering({})).run(call({ request: Buffer.from([0x0f]) }), WANTED, 0);
    expect(fault?.code).to.equal(status.INVALID_ARGUMENT);
  });

  it('returns RESOURCE_EXHAUSTED for an answer that would end the stream', async () => {
    const credentials = { passwordHash: 'x'.repeat(3 * 1024 * 1024) };
    const { fault, response } = await served(answering({ credentials })).run(call(), WANTED, 0);
    expect(fault?.code).to.equal(status.RESOURCE_EXHAUSTED);
    expect(response).to.equal(undefined);
  });

  it('answers as long as the longest that gRPC takes, and no longer (MAX_STREAM_ANSWER_BYTES)', async () => {
    const sized = (length: number) => ({ credentials: { passwordHash: 'x'.repeat(length) } });
    const overhead = method.responseSerialize(sized(MAX_STREAM_ANSWER_BYTES)).length - MAX_STREAM_ANSWER_BYTES;
    const longest = MAX_STREAM_ANSWER_BYTES - overhead;
    expect(MAX_STREAM_ANSWER_BYTES).to.equal(3_145_728);
    expect((await served(answering(sized(longest))).run(call(), WANTED, 0)).response).to.have.length(
      MAX_STREAM_ANSWER_BYTES,
    );
    const { fault } = await served(answering(sized(longest + 1))).run(call(), WANTED, 0);
    expect(fault).to.deep.equal({ code: status.RESOURCE_EXHAUSTED, message: 'the response has 3145729 bytes' });
  });

  it('reads calls and cancellations, and says which calls a closing host has taken', () => {
    const { items, cancelled, closing } = served(answering({}));
    const message = { calls: [call()], cancelled: [3, 4] };
    expect(items(message)).to.deep.equal(message.calls);
    expect(cancelled?.(message)).to.deep.equal([3, 4]);
    expect(closing([5])).to.deep.equal({ answers: [], closing: { taken: [5] } });
  });

  it('short answers travel together', () => {
    const answers = Array.from({ length: 40 }, (_, id) => ({ id, response: Buffer.alloc(100) }));
    expect(served(answering({})).messages(answers)).to.deep.equal([{ answers }]);
  });

  for (const [timeout, patience] of [
    [null, 60_000],
    [{ seconds: '1', nanos: 500_000_000 }, 1500],
    [{ seconds: '60', nanos: 1_000_000 }, 60_000],
    [{ seconds: '3600', nanos: 0 }, 60_000],
  ] as const) {
    it(`a call with the timeout ${JSON.stringify(timeout)} is wanted for ${patience} ms`, async () => {
      const before = Date.now();
      let deadline = Number.NaN;
      const { run } = served((_, limits) => {
        deadline = limits.deadline.getTime();
        return Promise.resolve({});
      });
      await run(call({ timeout }), WANTED, 0);
      expect(deadline).to.be.within(before + patience, Date.now() + patience);
    });
  }

  it('counts the time that a call has waited for a process that did not run (HC-6)', async () => {
    let deadline = 0;
    const { run } = served((_, limits) => {
      deadline = limits.deadline.getTime();
      return Promise.resolve({});
    });
    const before = Date.now();
    await run(call({ timeout: { seconds: '5', nanos: 0 } }), WANTED, 6000);
    expect(deadline).to.be.within(before - 1000, Date.now() - 1000);
  });

  it('returns INTERNAL for an answer of the wrong type, without throwing', async () => {
    const { fault } = await served(answering({ credentials: 7 as never })).run(call(), WANTED, 0);
    expect(fault?.code).to.equal(status.INTERNAL);
  });

  it("keeps messages below gRPC's limit for answers of any length, and loses none of them", () => {
    const answers = Array.from({ length: 40 }, (_, id) => ({ id, response: Buffer.alloc(id * 20_000) }));
    const messages = served(answering({})).messages(answers);
    expect(messages.flatMap((message) => message.answers ?? [])).to.deep.equal(answers);
    const lengths = messages.map(({ answers: together = [] }) =>
      together.reduce((sum, { response }) => sum + (response?.length ?? 0), 0),
    );
    expect(Math.max(...lengths)).to.be.at.most(1024 * 1024);
  });
});
