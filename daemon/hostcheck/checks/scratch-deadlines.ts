import { adminPorts, CALL } from '../subject/admin.js';
import type { Check } from '../subject/check.js';
import { RpcStatus } from '../subject/connection.js';
import { CheckFailure, expectSame } from '../subject/expectations.js';
import type { Made } from '../subject/scratch.js';
import { changesOf, makeAll, Scratch } from '../subject/scratch.js';

const TRIES = 5;
/** Time for a host that continues although its caller gave up. */
const SETTLE_MS = 500;

/** Record writes whose deadline has passed when they arrive. */
const recordsDeadline: Check = {
  name: 'records/deadline-rolls-back',
  citation: 'host.proto: rule 4; admin_record.proto: DEADLINE_EXCEEDED',
  on: 'admin',
  scratch: true,
  start: async (subject) => {
    const tooLate = adminPorts({
      call: (rpc, request) => subject.adminTransport.call(rpc, request, { tooLate: true }),
    });
    const late = async (call: Promise<unknown>): Promise<void> => {
      await call.catch((error: unknown) => {
        if (!(error instanceof RpcStatus) && !(error instanceof CheckFailure)) throw error;
      });
    };
    const scratch = new Scratch(subject);
    const read = ({ surveyed, target }: Made) => subject.admin.records.get(target, surveyed.selection, 'form', CALL);
    const before = new Map<Made, Awaited<ReturnType<typeof read>>>();
    const verify = async (): Promise<void> => {
      const advice =
        'In every transaction of the admin services, check the deadline (of the call, or the timeout in the stream) immediately before the commit, and roll back if it has passed.';
      try {
        for (const [made, was] of before) {
          const about = `a record of ${made.target.controller} after writes whose deadline had passed`;
          expectSame(about, await read(made), was, advice);
        }
      } finally {
        await scratch.undo();
      }
    };
    try {
      for (const made of await makeAll(subject, scratch)) {
        const { surveyed, target } = made;
        before.set(made, await read(made));
        const change = { columns: changesOf(subject, made).slice(0, 1), relations: [] };
        const { selection } = surveyed;
        for (let tries = 0; tries < TRIES; tries += 1) {
          await late(tooLate.records.update(target, change, { selection }, CALL));
        }
        await late(tooLate.records.delete(surveyed.target, [target.id], 'form', CALL));
      }
    } catch (error) {
      await scratch.undo();
      throw error;
    }
    return { afterMs: SETTLE_MS, verify };
  },
};

export const SCRATCH_DEADLINE_CHECKS: readonly Check[] = [recordsDeadline];
