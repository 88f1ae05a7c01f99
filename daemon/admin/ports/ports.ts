import type { Accounts } from './accounts.js';
import type { Actions } from './actions.js';
import type { Bulk } from './bulk.js';
import type { Directory } from './directory.js';
import type { OptionSource } from './option-source.js';
import type { PartialData } from './partial-data.js';
import type { Passkeys } from './passkeys.js';
import type { RecordSearch } from './record-search.js';
import type { RecordStore } from './record-store.js';
import type { RelationStore } from './relation-store.js';
import type { SecondFactors } from './second-factors.js';
import type { SessionList } from './session-list.js';
import type { SettingsStore } from './settings-store.js';
import type { Views } from './views.js';

/** Every operation that the admin backend requests from the host. */
export interface Ports {
  readonly directory: Directory;
  /** Only for hosts with CAPABILITY_ADMIN_ACCOUNTS. */
  readonly accounts: Accounts;
  /** Only for hosts with CAPABILITY_ADMIN_SESSION_LIST. */
  readonly sessions: SessionList;
  /** Only for hosts with CAPABILITY_ADMIN_SECOND_FACTOR. */
  readonly secondFactors: SecondFactors;
  /** Only for hosts with CAPABILITY_ADMIN_PASSKEYS. */
  readonly passkeys: Passkeys;
  /** Only for hosts with CAPABILITY_ADMIN_VIEWS. */
  readonly views: Views;
  readonly records: RecordStore;
  /** Only for hosts with CAPABILITY_ADMIN_BULK. */
  readonly bulk: Bulk;
  /** Only for hosts with CAPABILITY_ADMIN_SEARCH. */
  readonly recordSearch: RecordSearch;
  readonly relations: RelationStore;
  readonly options: OptionSource;
  readonly settings: SettingsStore;
  readonly actions: Actions;
  readonly partialData: PartialData;
}
