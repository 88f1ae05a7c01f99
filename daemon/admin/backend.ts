import type { Clock } from '../core/clock.js';
import type { Logger } from '../core/logger.js';
import type { ClientAddresses } from '../http/client-address.js';
import type { Route } from '../http/route.js';
import type { Application } from './assets/application.js';
import type { PluginFiles } from './assets/plugin-files.js';
import { readPluginFiles } from './assets/plugin-files.js';
import { createPasswords } from './auth/passwords.js';
import { createAdminTokens } from './auth/tokens.js';
import type { AdminRegistration } from './model/registration.js';
import type { SignInLimits } from './model/sign-in-attempt.js';
import { compileTemplate } from './partials/compile-template.js';
import { partialRenderer } from './partials/render-partial.js';
import type { Ports } from './ports/ports.js';
import type { SignInThrottle } from './ports/sign-in-throttle.js';
import { compileAdmin } from './schema/compile-admin.js';
import { problemsOfFiles } from './schema/files-alone.js';
import { Problems } from './schema/problems.js';
import { adminRoutes } from './server.js';

/** The configuration of the admin backend (docs/configuration.md: app, backend, admin), in the units of its code. */
export interface AdminSettings {
  readonly prefix: string;
  readonly cookieSecure: boolean;
  /** Folder that contains plugins/. */
  readonly root: string;
  /** Empty: not set, which is allowed as long as there is no controller. */
  readonly secret: string;
  readonly issuer: string;
  readonly ttlSeconds: number;
  readonly refreshTtlSeconds: number;
  readonly blacklistGraceSeconds: number;
  readonly bcryptCost: number;
  readonly limits: SignInLimits;
}

export interface AdminNeeds {
  readonly ports: Ports;
  readonly throttle: SignInThrottle;
  readonly addresses: ClientAddresses;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly application: Application;
}

export interface ServedAdmin {
  readonly routes: readonly Route[];
  /** What is declared and not served, in words for an operator. */
  readonly warnings: readonly string[];
}

/** The admin backend cannot be served as it is configured or declared. The message says all that is wrong. */
export class AdminStartupError extends Error {
  override readonly name = 'AdminStartupError';
}

/**
 * From what the host registers to routes. The plugins' files are read once, when the daemon starts; each registration is
 * compiled against them.
 */
export class AdminBackend {
  readonly #files: PluginFiles;
  readonly #fileProblems = new Problems();

  constructor(
    private readonly settings: AdminSettings,
    private readonly needs: AdminNeeds,
  ) {
    this.#files = readPluginFiles(settings.root, this.#fileProblems);
  }

  /** What is wrong with the plugins' files whatever the host registers, a sentence each. */
  problemsOfFiles(): readonly string[] {
    return problemsOfFiles(this.#files, (source, file) => compileTemplate(file, source), this.#fileProblems.copy());
  }

  /** Throws SchemaError and AdminStartupError: then nothing may be served. */
  serve(registration: AdminRegistration): ServedAdmin {
    if (registration.controllers.length === 0) return { routes: [], warnings: [] };
    const { settings, needs } = this;
    if (settings.secret === '') {
      throw new AdminStartupError(
        'the host registers admin controllers, but admin.jwt.secret is not set: administrators could not sign in; set GATEHOUSE_ADMIN__JWT__SECRET to a random text of at least 32 bytes',
      );
    }
    const { schema, phrases, templates, warnings } = compileAdmin({
      registration,
      files: this.#files,
      prefix: settings.prefix,
      compileTemplate: (source, file) => compileTemplate(file, source),
      problems: this.#fileProblems.copy(),
    });
    const routes = adminRoutes({
      ...needs,
      ...settings,
      schema,
      phrases,
      render: partialRenderer(templates, phrases),
      passwords: createPasswords(settings.bcryptCost),
      tokens: createAdminTokens(settings, needs.clock),
      sessions: settings,
    });
    return { routes, warnings };
  }
}
