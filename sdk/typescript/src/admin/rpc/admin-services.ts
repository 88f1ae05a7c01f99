import {
  adminAccountService,
  adminBulkService,
  adminDirectoryService,
  adminPasskeyService,
  adminRecordService,
  adminSearchService,
  adminSecondFactorService,
  adminSessionService,
  adminViewService,
} from '@gatehouse/proto/services';
import type { ServiceDefinition, UntypedHandleCall } from '@grpc/grpc-js';
import type { Logger } from '../../shared/logger.js';
import type { AdminOptions } from '../admin-options.js';
import { servedRegistryOf } from '../registry.js';
import type { AdminRpcs, StreamedRpc } from './admin-rpc.js';
import { adminLogger } from './admin-rpc.js';
import { serveAccounts } from './serve-accounts.js';
import { serveBulk } from './serve-bulk.js';
import { serveDirectory } from './serve-directory.js';
import { servePasskeys } from './serve-passkeys.js';
import { serveRecords } from './serve-records.js';
import { serveSearch } from './serve-search.js';
import { serveSecondFactors } from './serve-second-factors.js';
import { serveSessions } from './serve-sessions.js';
import { serveViews } from './serve-views.js';

/** A service with its rpcs by name, for every transport. */
export interface AdminService {
  readonly definition: ServiceDefinition;
  readonly rpcs: Readonly<Record<string, StreamedRpc & { readonly unary: UntypedHandleCall }>>;
}

/** The services of the admin half, over gRPC and over HTTP: those whose stores the application has. */
export function adminServices(admin: AdminOptions, hostLogger: Logger): readonly AdminService[] {
  const logger = adminLogger(hostLogger);
  const { accounts, sessions, secondFactors, passkeys, views } = admin.directory;
  const registry = servedRegistryOf(admin);
  return [
    serving(adminDirectoryService, serveDirectory(admin.directory, logger)),
    serving(adminRecordService, serveRecords(registry, admin, logger)),
    serving(adminBulkService, serveBulk(registry, admin, logger)),
    serving(adminSearchService, serveSearch(registry, admin, logger)),
    ...(accounts ? [serving(adminAccountService, serveAccounts(accounts, logger))] : []),
    ...(sessions ? [serving(adminSessionService, serveSessions(sessions, logger))] : []),
    ...(secondFactors ? [serving(adminSecondFactorService, serveSecondFactors(secondFactors, logger))] : []),
    ...(passkeys ? [serving(adminPasskeyService, servePasskeys(passkeys, logger))] : []),
    ...(views ? [serving(adminViewService, serveViews(views, logger))] : []),
  ];
}

/** The compiler checks that these are the rpcs of that service. */
function serving<Service extends ServiceDefinition>(definition: Service, rpcs: AdminRpcs<Service>): AdminService {
  return { definition, rpcs };
}
