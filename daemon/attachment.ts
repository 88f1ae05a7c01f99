import type { AdminBackend, ServedAdmin } from './admin/backend.js';
import type { Logger } from './core/logger.js';
import type { HostDescription } from './host/description.js';
import type { ClientAddresses } from './http/client-address.js';
import { Outages } from './http/outages.js';
import { createDispatcher, DispatcherSlot, type RequestObserver } from './http/pipeline.js';
import type { Dispatcher } from './http/server.js';
import type { Route } from './http/route.js';
import { unattachedRoutes } from './oauth/routes/unattached.js';
import { createAuthorizationServer } from './oauth/server.js';
import type { OAuthOptions } from './oauth/model/options.js';
import type { ThrottleLimits } from './oauth/model/throttle-limits.js';
import type { ConsentOperations } from './oauth/usecases/consent-operations.js';
import type { Dependencies } from './oauth/usecases/dependencies.js';

export interface AttachmentNeeds {
  readonly oauth: Omit<Dependencies, 'options' | 'applicationName'>;
  readonly addresses: ClientAddresses;
  readonly admin: AdminBackend;
  /** Routes that exist whatever the host says: health. */
  readonly ownRoutes: readonly Route[];
  readonly observer: RequestObserver;
  readonly logger: Logger;
}

const NO_ADMIN: ServedAdmin = { routes: [], warnings: [] };

/**
 * What the daemon serves on behalf of its host. Each valid description of the host replaces all of it in one step: the
 * new routes are built beside the old ones, and nothing is swapped if that throws. Requests under way keep what they have.
 */
export class Attachment {
  /** One for all dispatchers: an outage may end after the host has described itself anew. */
  #outages: Outages | undefined;
  readonly #needs: AttachmentNeeds;
  readonly #slot: DispatcherSlot;
  #consent: ConsentOperations | undefined;

  constructor(needs: AttachmentNeeds) {
    this.#needs = needs;
    this.#slot = new DispatcherSlot(this.#dispatcher(unattachedRoutes(needs.addresses)));
  }

  get dispatcher(): Dispatcher {
    return this.#slot;
  }

  /** Undefined until the host has described an authorization server with a backend. */
  get consent(): ConsentOperations | undefined {
    return this.#consent;
  }

  /** What is allowed and deserves a look, in words for an operator. */
  warnings: readonly string[] = [];

  /** Throws, and leaves everything as it is, when the host's admin registration does not fit the plugins' files. */
  replace({ applicationName, oauth: options, admin, capabilities }: HostDescription): void {
    const { oauth, addresses, logger } = this.#needs;
    const served = admin === undefined ? NO_ADMIN : this.#needs.admin.serve(admin);
    if (served.routes.length > 0) logger.info({ controllers: admin?.controllers.length }, 'serving the admin backend');
    if (options === undefined) {
      this.#slot.replace(this.#dispatcher(served.routes));
      this.#consent = undefined;
      this.#warn(served.warnings);
      logger.info({}, 'the host wants no authorization server: its endpoints do not exist');
      return;
    }
    const server = createAuthorizationServer({ ...oauth, applicationName, options }, addresses);
    this.#slot.replace(this.#dispatcher([...server.routes, ...served.routes]));
    this.#consent = capabilities.backend ? server.consent : undefined;
    logger.info({ issuer: options.issuer, resource: options.resource }, 'serving the authorization server of the host');
    this.#warn([
      ...served.warnings,
      ...(capabilities.backend
        ? []
        : ['the host offers no CAPABILITY_BACKEND: every endpoint that needs storage answers 500']),
      ...(options.resource === options.issuer
        ? ['the host sets no resource: tokens are issued for the issuer itself; set it to the URL of the MCP endpoint']
        : []),
      ...throttlesAboveTheCap(options, oauth.limits),
    ]);
  }

  #warn(warnings: readonly string[]): void {
    this.warnings = warnings;
    for (const warning of warnings) this.#needs.logger.warn({}, warning);
  }

  #dispatcher(routes: readonly Route[]): Dispatcher {
    const { ownRoutes, observer, logger } = this.#needs;
    this.#outages ??= new Outages(logger);
    return createDispatcher([...ownRoutes, ...routes], { observer, logger, outages: this.#outages });
  }
}

/** A throttle protects the cap only where it is below it: one window of registrations would end registration for everyone. */
function throttlesAboveTheCap({ dcrClientCap }: OAuthOptions, limits: ThrottleLimits): string[] {
  if (dcrClientCap === 0) return [];
  return Object.entries({ register_per_ip: limits.registerPerIp, register_global: limits.registerGlobal })
    .filter(([, { limit }]) => limit >= dcrClientCap)
    .map(
      ([name, { limit }]) =>
        `throttle.${name}.limit (${String(limit)}) is not below the host's dcr_client_cap (${String(dcrClientCap)}): one window of registrations can take every place`,
    );
}
