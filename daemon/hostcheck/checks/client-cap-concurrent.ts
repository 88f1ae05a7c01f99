import type { Check } from '../check.js';
import { expectThat } from '../failure.js';
import { createClient } from '../operations.js';
import { newClient } from '../records.js';
import { countOf } from './client-cap.js';

const ROOM = 7;
const RACERS = 60;

export const clientCapConcurrent: Check = {
  name: 'client/cap-under-concurrency',
  citation: 'backend.proto: CreateClient, "no more succeed than there is room for"',
  on: 'transactions',
  run: async ({ backend }) => {
    const cap = (await countOf(backend)) + ROOM;
    const outcomes = await Promise.all(
      Array.from({ length: RACERS }, () => backend.outcome([createClient(newClient(), { cap })])),
    );
    const created = outcomes.filter(({ committed }) => !!committed).length;
    const reasons = new Set(outcomes.flatMap(({ aborted }) => (aborted ? [aborted.reason] : [])));
    expectThat(
      created === ROOM,
      `${ROOM} of ${RACERS} creations at the same time succeed, as many as there is room for`,
      String(created),
      'Make counting and creating one step: a lock, or a serializable transaction that is run again when it loses.',
    );
    const advice = 'The others are aborted with CLIENT_CAP_REACHED.';
    expectThat(
      reasons.size === 1 && reasons.has('ABORT_REASON_CLIENT_CAP_REACHED'),
      'CLIENT_CAP_REACHED',
      [...reasons].join(', '),
      advice,
    );
  },
};
