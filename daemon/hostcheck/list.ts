import type { Check } from './subject/check.js';
import { HOST_CHECKS, SIGN_IN_CHECKS } from './checks/host.js';
import { TRANSACTION_CHECKS } from './checks/transactions.js';
import { MALFORMED_CHECKS } from './checks/malformed.js';
import { MALFORMED_ADMIN_CHECKS } from './checks/malformed-admin.js';
import { CLIENT_CHECKS } from './checks/clients.js';
import { EXACT_VALUE_CHECKS } from './checks/exact-values.js';
import { REVOKED_CLIENT_CHECKS } from './checks/revoked-clients.js';
import { TOKEN_CHECKS } from './checks/tokens.js';
import { LINEAGE_CHECKS } from './checks/lineages.js';
import { REDEMPTION_CHECKS } from './checks/redemptions.js';
import { STREAM_CHECKS } from './checks/streams.js';
import { ACCOUNT_CHECKS } from './checks/accounts.js';
import { COLLEAGUE_CHECKS } from './checks/colleagues.js';
import { BATCH_CHECKS, BULK_CHECKS } from './checks/bulk.js';
import { IMPORT_UPDATE_CHECKS } from './checks/import-updates.js';
import { IMPORT_CHECKS, IMPORT_DEADLINE_CHECKS } from './checks/imports.js';
import { DIRECTORY_CHECKS } from './checks/directory.js';
import { RECORD_READ_CHECKS } from './checks/records-read.js';
import { COMPARISON_CHECKS } from './checks/comparisons.js';
import { RECORD_SEARCH_CHECKS } from './checks/record-search.js';
import { RECORD_WRITE_CHECKS } from './checks/records-write.js';
import { PASSKEY_CHECKS } from './checks/passkeys.js';
import { SECOND_FACTOR_CHECKS } from './checks/second-factors.js';
import { SESSION_LIST_CHECKS } from './checks/session-list.js';
import { SESSION_CHECKS } from './checks/sessions.js';
import { RELATED_RECORD_CHECKS } from './checks/related-records.js';
import { RELATION_CHECKS } from './checks/relations.js';
import { FORM_CHECKS } from './checks/forms.js';
import { SCRATCH_DEADLINE_CHECKS } from './checks/scratch-deadlines.js';
import { SCRATCH_FORM_CHECKS } from './checks/scratch-forms.js';
import { SCRATCH_RECORD_CHECKS } from './checks/scratch-records.js';
import { SCRATCH_RELATION_CHECKS } from './checks/scratch-relations.js';
import { VIEW_CHECKS } from './checks/views.js';

/** Every check of a host, in the order in which check-host runs and prints them: one list for each file of checks/. */
export const CHECKS: readonly Check[] = [
  ...HOST_CHECKS,
  ...TRANSACTION_CHECKS,
  ...MALFORMED_CHECKS,
  ...CLIENT_CHECKS,
  ...EXACT_VALUE_CHECKS,
  ...REVOKED_CLIENT_CHECKS,
  ...TOKEN_CHECKS,
  ...LINEAGE_CHECKS,
  ...REDEMPTION_CHECKS,
  ...SIGN_IN_CHECKS,
  // Creates the tables of the admin backend, which the checks of its stream need.
  ...DIRECTORY_CHECKS,
  ...ACCOUNT_CHECKS,
  ...COLLEAGUE_CHECKS,
  ...SESSION_LIST_CHECKS,
  ...SECOND_FACTOR_CHECKS,
  ...PASSKEY_CHECKS,
  ...VIEW_CHECKS,
  ...STREAM_CHECKS,
  ...MALFORMED_ADMIN_CHECKS,
  ...SESSION_CHECKS,
  // It waits while the checks that only read run.
  ...SCRATCH_DEADLINE_CHECKS,
  ...IMPORT_DEADLINE_CHECKS,
  ...RECORD_READ_CHECKS,
  ...COMPARISON_CHECKS,
  ...RECORD_WRITE_CHECKS,
  ...BULK_CHECKS,
  ...IMPORT_CHECKS,
  ...IMPORT_UPDATE_CHECKS,
  ...RECORD_SEARCH_CHECKS,
  ...RELATION_CHECKS,
  ...RELATED_RECORD_CHECKS,
  ...FORM_CHECKS,
  ...SCRATCH_RECORD_CHECKS,
  ...SCRATCH_RELATION_CHECKS,
  ...SCRATCH_FORM_CHECKS,
  ...BATCH_CHECKS,
];
