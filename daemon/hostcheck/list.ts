import type { Check } from './check.js';
import { accessTokenExpires } from './checks/access-token-expires.js';
import { accessTokenFind } from './checks/access-token-find.js';
import { accessTokenMint } from './checks/access-token-mint.js';
import { accessTokenRefused } from './checks/access-token-refused.js';
import { actionsScoped } from './checks/actions-scoped.js';
import { cancellation } from './checks/cancellation.js';
import { clientAbsent } from './checks/client-absent.js';
import { clientCapConcurrent } from './checks/client-cap-concurrent.js';
import { clientCap } from './checks/client-cap.js';
import { clientConsent } from './checks/client-consent.js';
import { clientEvict } from './checks/client-evict.js';
import { clientExists } from './checks/client-exists.js';
import { clientReplace } from './checks/client-replace.js';
import { clientRoundTrip } from './checks/client-round-trip.js';
import { clientSweepBounded } from './checks/client-sweep-bounded.js';
import { clientSweep } from './checks/client-sweep.js';
import { codeExpiredFound } from './checks/code-expired-found.js';
import { codeFoundByHash } from './checks/code-found-by-hash.js';
import { codeRoundTrip } from './checks/code-round-trip.js';
import { codeSpendConcurrent } from './checks/code-spend-concurrent.js';
import { codeSpend } from './checks/code-spend.js';
import { deadline } from './checks/deadline.js';
import { describeRepeatable } from './checks/describe-repeatable.js';
import { describeValid } from './checks/describe-valid.js';
import { directoryAuthenticate } from './checks/directory-authenticate.js';
import { directoryBlacklist } from './checks/directory-blacklist.js';
import { directoryCreate } from './checks/directory-create.js';
import { directoryDeadline } from './checks/directory-deadline.js';
import { directoryFind } from './checks/directory-find.js';
import { directoryMigrate } from './checks/directory-migrate.js';
import { directoryRotateConcurrent } from './checks/directory-rotate-concurrent.js';
import { directoryRotate } from './checks/directory-rotate.js';
import { directorySetPassword } from './checks/directory-set-password.js';
import { directorySignIn } from './checks/directory-sign-in.js';
import { directorySweep } from './checks/directory-sweep.js';
import { healthServing } from './checks/health-serving.js';
import { lineageRace } from './checks/lineage-race.js';
import { lineageRevoke } from './checks/lineage-revoke.js';
import { lineageSurvivesSweep } from './checks/lineage-survives-sweep.js';
import { lineageTombstone } from './checks/lineage-tombstone.js';
import { malformedOperation } from './checks/malformed-operation.js';
import { optionsResolved } from './checks/options-resolved.js';
import { recordsConflict } from './checks/records-conflict.js';
import { recordsDeleteScopes } from './checks/records-delete-scopes.js';
import { recordsDelete } from './checks/records-delete.js';
import { recordsGet } from './checks/records-get.js';
import { recordsList } from './checks/records-list.js';
import { recordsQuery } from './checks/records-query.js';
import { recordsReadable } from './checks/records-readable.js';
import { recordsRefused } from './checks/records-refused.js';
import { recordsSearchCase } from './checks/records-search-case.js';
import { recordsUnchanged } from './checks/records-unchanged.js';
import { recordsUnknown } from './checks/records-unknown.js';
import { refreshExpiredFound } from './checks/refresh-expired-found.js';
import { refreshFoundByHash } from './checks/refresh-found-by-hash.js';
import { refreshRoundTrip } from './checks/refresh-round-trip.js';
import { refreshSpendConcurrent } from './checks/refresh-spend-concurrent.js';
import { refreshSpend } from './checks/refresh-spend.js';
import { relationsHidden } from './checks/relations-hidden.js';
import { relationsLinkAgain } from './checks/relations-link-again.js';
import { relationsManaged } from './checks/relations-managed.js';
import { settingsRead } from './checks/settings-read.js';
import { settingsUnchanged } from './checks/settings-unchanged.js';
import { signIn } from './checks/sign-in.js';
import { adminStream } from './checks/admin-stream.js';
import { streamEnd } from './checks/stream-end.js';
import { streamIds } from './checks/stream-ids.js';
import { streamIndependence } from './checks/stream-independence.js';
import { sweepBounded } from './checks/sweep-bounded.js';
import { sweepExpiredOnly } from './checks/sweep-expired.js';
import { tokenRequired } from './checks/token-required.js';
import { transactionAbortNamed } from './checks/transaction-abort-named.js';
import { transactionAtomic } from './checks/transaction-atomic.js';
import { transactionSeesItself } from './checks/transaction-sees-itself.js';
import { transactionSixteen } from './checks/transaction-sixteen.js';
import { unknownOperation } from './checks/unknown-operation.js';

/** Everything that a host is held against, in the order in which it is run and printed. */
export const CHECKS: readonly Check[] = [
  describeValid,
  describeRepeatable,
  healthServing,
  tokenRequired,

  transactionSixteen,
  transactionSeesItself,
  transactionAtomic,
  transactionAbortNamed,
  unknownOperation,
  malformedOperation,
  deadline,
  cancellation,

  clientRoundTrip,
  clientAbsent,
  clientExists,
  clientReplace,
  clientConsent,
  clientCap,
  clientCapConcurrent,
  clientEvict,
  clientSweep,
  clientSweepBounded,

  codeRoundTrip,
  codeFoundByHash,
  codeExpiredFound,
  codeSpend,
  codeSpendConcurrent,

  refreshRoundTrip,
  refreshFoundByHash,
  refreshExpiredFound,
  refreshSpend,
  refreshSpendConcurrent,

  lineageRevoke,
  lineageTombstone,
  lineageSurvivesSweep,
  lineageRace,

  sweepExpiredOnly,
  sweepBounded,

  accessTokenMint,
  accessTokenRefused,
  accessTokenFind,
  accessTokenExpires,

  streamIds,
  streamIndependence,
  streamEnd,
  adminStream,

  signIn,

  directoryMigrate,
  directoryCreate,
  directoryFind,
  directorySignIn,
  directorySetPassword,
  directoryAuthenticate,
  directoryBlacklist,
  directoryRotate,
  directoryRotateConcurrent,
  directorySweep,
  directoryDeadline,

  recordsList,
  recordsQuery,
  recordsSearchCase,
  recordsGet,
  recordsConflict,
  recordsUnchanged,
  recordsDelete,
  recordsRefused,
  recordsReadable,
  recordsDeleteScopes,
  recordsUnknown,
  relationsManaged,
  relationsLinkAgain,
  relationsHidden,
  optionsResolved,
  settingsRead,
  settingsUnchanged,
  actionsScoped,
];
