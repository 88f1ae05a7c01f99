import type { AdminStreamRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminStreamRequest';
import type { StreamedCall__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/StreamedCall';
import { adminDirectoryService } from '@gatehouse/proto/services';
import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import { Unavailable } from '../../core/faults.js';
import type { Recorded, SmallHost, AdminStream as Stream } from '../testing/small-host.js';
import { CALL, description, linkTo, rejection, startHost } from '../testing/small-host.js';

const find = adminDirectoryService.FindAdministrator;
const NOBODY = find.responseSerialize({});
const TOKEN = { administratorId: '7', tokenVersion: 0, tokenId: 'jti' };
const RETIREMENT = { effectiveAt: 1, expiresAt: 2, sweepBefore: 0 };

describe('host: admin stream (admin_stream.proto)', () => {
  let host: SmallHost | undefined;
  let recorded: Recorded | undefined;
  let unary: string[];

  afterEach(async () => {
    await recorded?.link.stop(0);
    host?.kill();
    host = recorded = undefined;
  });

  async function connected(adminStream: (stream: Stream) => void, overrides = {}): Promise<Recorded> {
    unary = [];
    const answers = (rpc: string) => () => {
      unary.push(rpc);
      return {};
    };
    host = await startHost({
      describe: () => description({ capabilities: ['CAPABILITY_ADMIN', 'CAPABILITY_ADMIN_STREAM'], oauth: null }),
      admin: Object.fromEntries(
        ['FindAdministrator', 'BlacklistToken', 'SetPassword'].map((rpc) => [rpc, answers(rpc)]),
      ),
      adminStream,
    });
    const found = (recorded = await linkTo(host.port, overrides));
    await found.until(() => found.descriptions.length === 1);
    return found;
  }

  /** Collects the calls of each message. */
  const each = (take: (calls: StreamedCall__Output[], stream: Stream) => void) => (stream: Stream) => {
    stream.on('error', () => undefined);
    stream.on('data', ({ calls }: AdminStreamRequest__Output) => take(calls, stream));
  };
  const answered = (response: Buffer) =>
    each((calls, stream) => stream.write({ answers: calls.map(({ id }) => ({ id, response })) }));
  const failed = (code: status) =>
    each((calls, stream) =>
      stream.write({ answers: calls.map(({ id }) => ({ id, fault: { code, message: 'said the test' } })) }),
    );

  it('sends calls that are ready in the same turn in one message, each with its method, timeout, request id and trace', async () => {
    const messages: StreamedCall__Output[][] = [];
    const { link } = await connected(
      each((calls, stream) => {
        messages.push(calls);
        for (const { id } of [...calls].reverse()) stream.write({ answers: [{ id, response: NOBODY }] });
      }),
    );
    const { directory } = link.admin;
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    await Promise.all(
      ['ada', 'bob'].map((name) => directory.findCredentials(name, { ...CALL, requestId: name, traceparent })),
    );
    expect(messages).to.have.length(1);
    expect(messages[0]?.map(({ requestId }) => requestId)).to.deep.equal(['ada', 'bob']);
    expect(messages[0]?.map(({ request }) => find.requestDeserialize(request).identifier)).to.deep.equal([
      'ada',
      'bob',
    ]);
    expect(messages[0]?.[0]).to.deep.include({
      method: 'AdminDirectoryService.FindAdministrator',
      timeout: { seconds: '5', nanos: 0 },
      traceparent,
    });
    expect(unary).to.deep.equal([]);
  });

  it('sends an oversized request by a unary call', async () => {
    const { link } = await connected(answered(NOBODY));
    await link.admin.directory.setPassword('ada', 'x'.repeat(1024 * 1024), CALL);
    expect(unary).to.deep.equal(['SetPassword']);
  });

  it('retries a read once, as a unary call, on UNAVAILABLE, and never a write', async () => {
    const { link } = await connected(failed(status.UNAVAILABLE));
    const { directory } = link.admin;
    expect(await directory.findCredentials('ada', CALL)).to.equal(undefined);
    expect(unary).to.deep.equal(['FindAdministrator']);
    expect(await rejection(directory.blacklist(TOKEN, RETIREMENT, CALL))).to.be.instanceOf(Unavailable);
    expect(unary).to.deep.equal(['FindAdministrator']);
  });

  it('does not resend a write whose answer was lost with the stream; its outcome is unknown', async () => {
    const { link } = await connected(
      each((_calls, stream) => stream.emit('error', { code: status.INTERNAL, details: '' })),
    );
    expect(await rejection(link.admin.directory.blacklist(TOKEN, RETIREMENT, CALL))).to.be.instanceOf(Unavailable);
    expect(unary).to.deep.equal([]);
  });

  it('fails a call that is not answered in time, and ignores its late answer', async () => {
    let late = (): void => undefined;
    const { link, violations } = await connected(
      each((calls, stream) => {
        const answers = calls.map(({ id }) => ({ id, response: NOBODY }));
        if (find.requestDeserialize(calls[0]!.request).identifier === 'ada') late = () => stream.write({ answers });
        else stream.write({ answers });
      }),
      // Long enough for the second call on a busy machine.
      { timeoutMs: 1500 },
    );
    const { directory } = link.admin;
    expect((await rejection(directory.findCredentials('ada', CALL))).message).to.contain('DEADLINE_EXCEEDED');
    late();
    expect(await directory.findCredentials('bob', CALL)).to.equal(undefined);
    expect(violations).to.deep.equal([]);
  });

  it('cancels an abandoned read on the stream, and never a write (host.proto: rule 4)', async () => {
    const cancelled: number[] = [];
    const ids: number[] = [];
    const { link, violations } = await connected((stream) => {
      stream.on('error', () => undefined);
      stream.on('data', (message: AdminStreamRequest__Output) => {
        cancelled.push(...message.cancelled);
        ids.push(...message.calls.map(({ id }) => id));
        // By the time of the last call the cancellation has arrived. The host answers it together with all earlier ones.
        if (ids.length === 3) stream.write({ answers: ids.map((id) => ({ id, response: NOBODY })) });
      });
    });
    const { directory } = link.admin;
    const closed = new AbortController();
    const call = { ...CALL, signal: closed.signal };
    const read = rejection(directory.findCredentials('ada', call));
    const write = directory.blacklist(TOKEN, RETIREMENT, call);
    await recorded?.until(() => ids.length === 2);
    closed.abort();
    expect((await read).message).to.contain('CANCELLED');
    expect(await directory.findCredentials('bob', CALL)).to.equal(undefined);
    await write;
    expect(cancelled).to.deep.equal([ids[0]]);
    expect((await rejection(directory.findCredentials('eve', call))).message).to.contain('CANCELLED');
    expect(ids).to.have.length(3);
    expect(violations).to.deep.equal([]);
  });

  it('reports an unparsable answer as a violation of that rpc only', async () => {
    const { link, violations } = await connected(answered(Buffer.from([0x0f])));
    await rejection(link.admin.directory.findCredentials('ada', CALL));
    expect(violations).to.deep.equal(['AdminDirectoryService.FindAdministrator']);
  });

  it('reports an answer without an outcome as a violation', async () => {
    const { link, violations } = await connected(
      each((calls, stream) => stream.write({ answers: calls.map(({ id }) => ({ id })) })),
    );
    await rejection(link.admin.directory.blacklist(TOKEN, RETIREMENT, CALL));
    expect(violations).to.deep.equal(['AdminDirectoryService.BlacklistToken']);
  });
});
