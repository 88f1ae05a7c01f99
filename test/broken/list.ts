import type { BrokenHost } from './broken-host.js';
import { accessTokenOutlivesLineage } from './hosts/access-token-outlives-lineage.js';
import { capRace } from './hosts/cap-race.js';
import { countsClientsWrongly } from './hosts/counts-clients-wrongly.js';
import { deadlineIgnored } from './hosts/deadline-ignored.js';
import { describesWrongly } from './hosts/describes-wrongly.js';
import { doubleSpend } from './hosts/double-spend.js';
import { evictsNobody } from './hosts/evicts-nobody.js';
import { forgetsUnknownLineage } from './hosts/forgets-unknown-lineage.js';
import { grantContextDropped } from './hosts/grant-context-dropped.js';
import { grantsWrongly } from './hosts/grants-wrongly.js';
import { halfDoneWhenCancelled } from './hosts/half-done-when-cancelled.js';
import { hashIgnored } from './hosts/hash-ignored.js';
import { hidesExpiredRows } from './hosts/hides-expired-rows.js';
import { hidesSpentRows } from './hosts/hides-spent-rows.js';
import { idsWithoutCase } from './hosts/ids-without-case.js';
import { inexact } from './hosts/inexact.js';
import { latestConsentWins } from './hosts/latest-consent-wins.js';
import { malformedAccepted } from './hosts/malformed-accepted.js';
import { mintExpiryLater } from './hosts/mint-expiry-later.js';
import { mintLivesTooLong } from './hosts/mint-lives-too-long.js';
import { noAtomicity } from './hosts/no-atomicity.js';
import { redeemsWrongly } from './hosts/redeems-wrongly.js';
import { replaceOverwritesEverything } from './hosts/replace-overwrites-everything.js';
import { revocationRace } from './hosts/revocation-race.js';
import { revocationSwept } from './hosts/revocation-swept.js';
import { spentStateLost } from './hosts/spent-state-lost.js';
import { streamAnswersSwapped } from './hosts/stream-answers-swapped.js';
import { streamEndsEarly } from './hosts/stream-ends-early.js';
import { streamSocketOpen } from './hosts/stream-socket-open.js';
import { sweepOffByOne } from './hosts/sweep-off-by-one.js';
import { sweepRemovesLiveRows } from './hosts/sweep-removes-live-rows.js';
import { sweepRemovesNothing } from './hosts/sweep-removes-nothing.js';
import { sweepUnbounded } from './hosts/sweep-unbounded.js';
import { unknownOperationSkipped } from './hosts/unknown-operation-skipped.js';
import { wholeSeconds } from './hosts/whole-seconds.js';
import { wrongAbortIndex } from './hosts/wrong-abort-index.js';
import { wrongAbortReason } from './hosts/wrong-abort-reason.js';

export const BROKEN_HOSTS: readonly BrokenHost[] = [
  ...describesWrongly,

  noAtomicity,
  halfDoneWhenCancelled,
  wrongAbortIndex,
  wrongAbortReason,
  unknownOperationSkipped,
  malformedAccepted,
  deadlineIgnored,

  idsWithoutCase,
  wholeSeconds,
  latestConsentWins,
  replaceOverwritesEverything,
  capRace,
  evictsNobody,
  ...countsClientsWrongly,
  ...inexact,

  hashIgnored,
  doubleSpend,
  spentStateLost,
  hidesSpentRows,
  hidesExpiredRows,
  grantContextDropped,
  ...grantsWrongly,

  revocationRace,
  forgetsUnknownLineage,
  revocationSwept,
  accessTokenOutlivesLineage,
  mintLivesTooLong,
  mintExpiryLater,

  ...redeemsWrongly,

  sweepRemovesLiveRows,
  sweepOffByOne,
  sweepRemovesNothing,
  sweepUnbounded,

  streamAnswersSwapped,
  streamEndsEarly,
  streamSocketOpen,
];
