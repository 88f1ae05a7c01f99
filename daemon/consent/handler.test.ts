import { expect } from 'chai';
import { InFlight } from '../core/in-flight.js';
import { Unavailable } from '../core/faults.js';
import type { ConsentOperations } from '../oauth/usecases/consent-operations.js';
import { OutageLines } from '../observability/outage-lines.js';
import { answerOf } from './handler.js';
import { viewPendingRequest } from './rpcs.js';

const nothing = (): void => undefined;

describe('a consent operation during an outage (docs/operations.md, Logs of an outage)', () => {
  it('has one line in ten seconds, whichever requests fail, with the reason', async () => {
    const outage = new OutageLines(() => 0);
    const lines: object[] = [];
    const warn = (fields: object, message: string): void => {
      const admitted = outage.admit(fields, message);
      if (admitted !== undefined) lines.push({ ...admitted, message });
    };
    const faults = ['connection refused', 'no response within 1000 ms'].map((text) => new Unavailable('state', text));
    const [first] = faults;
    const operations = { viewPendingRequest: () => Promise.reject(faults.shift()!) } as unknown as ConsentOperations;
    const answer = answerOf('ConsentService.PendingRequest', viewPendingRequest, {
      operations: () => operations,
      accepted: {},
      logger: { debug: nothing, info: nothing, warn, error: nothing },
      calls: new InFlight(),
    });
    for (const requestId of ['1', '2']) await answer({ requestId: 'pending', userId: 'ada' }, undefined, { requestId });
    expect(lines).to.deep.equal([
      {
        rpc: 'ConsentService.PendingRequest',
        requestId: '1',
        err: first,
        message: 'a consent operation failed because a peer is unavailable',
      },
    ]);
  });
});
