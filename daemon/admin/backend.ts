import type { Clock, Logger } from '../core/runtime.js';
import type { ClientAddresses } from '../http/client-address.js';
import type { Route } from '../http/router.js';
import type { PhraseBook } from '../i18n/phrase-book.js';
import { LocalisedViews } from '../i18n/phrase-book.js';
import { formatNumber } from './api/number-format.js';
import { API_PATH } from './api/paths.js';
import type { PasswordLinks } from './auth/password-links.js';
import { createPasswordLinks } from './auth/password-links.js';
import type { Passwords } from './auth/passwords.js';
import { createPasswords } from './auth/passwords.js';
import { BackendCookie } from './auth/presented-token.js';
import type { SessionConfig } from './auth/sessions.js';
import { createSessions } from './auth/sessions.js';
import { passkeySiteOf } from './auth/passkeys.js';
import type { AdminTokens } from './auth/tokens.js';
import { createAdminTokens } from './auth/tokens.js';
import type { Brand } from './brand/brand.js';
import { withBuiltInFiles } from './builtin/files.js';
import { reservedNames, withBuiltIn } from './builtin/registration.js';
import type { AdminRegistration } from './model/registration.js';
import { deviceOf } from './model/device.js';
import type { AdminSchema } from './model/schema/admin-schema.js';
import type { SignInLimits } from './model/sign-in-attempt.js';
import { signInLimits } from './model/sign-in-attempt.js';
import type { Language } from './partials/functions/builtins.js';
import { htmlToNodes } from './partials/html-to-nodes.js';
import type { CompiledTemplate } from './partials/template.js';
import { compileTemplate, renderTemplate } from './partials/template.js';
import { viewModel } from './partials/view-model.js';
import type { Ports } from './ports/ports.js';
import type { SignInThrottle } from './ports/sign-in-throttle.js';
import { accountEndpoints } from './routes/accounts.js';
import { controllerEndpoints } from './routes/controller.js';
import { settingsEndpoints } from './routes/edit-settings.js';
import type { Endpoint, EndpointDependencies } from './routes/endpoint.js';
import { apiTexts, endpointRoute, fallbackEndpoints } from './routes/endpoint.js';
import type { Application } from './routes/files.js';
import { applicationRoutes, assetRoutes, buildOf } from './routes/files.js';
import { languageEndpoint, menuEndpoints } from './routes/navigation.js';
import { paletteEndpoints } from './routes/palette.js';
import { sessionListEndpoints } from './routes/sessions.js';
import type { AccountFeatures } from './routes/sign-in.js';
import { loginEndpoint, logoutEndpoint, meEndpoint, refreshEndpoint } from './routes/sign-in.js';
import { createSecondStep } from './second-step.js';
import { compileAdmin, problemsOfFiles } from './schema/compile-admin.js';
import type { PluginFiles } from './schema/files/plugin-files.js';
import { readPluginFiles } from './schema/files/plugin-files.js';
import { withoutMissing } from './schema/without-missing.js';
import { Problems } from './schema/yaml/problems.js';
import type { RenderPartial } from './usecases/show-partial.js';
import { createSignIn } from './usecases/sign-in.js';

/** Converts a view model into nodes: validates it, renders it in the language of the request, and filters the HTML. */
function partialRenderer(templates: ReadonlyMap<string, CompiledTemplate>, phrases: PhraseBook): RenderPartial {
  return ({ file }, value, locale) => {
    const template = templates.get(file);
    if (template === undefined) throw new Error(`the template ${file} was not compiled`);
    const translator = phrases.in(locale);
    const language: Language = {
      translate: (key) => translator.text(key),
      formatNumber: (number) => formatNumber(number, undefined, locale),
    };
    return htmlToNodes(renderTemplate(template, viewModel(value), language));
  };
}

export interface AdminRoutesDependencies {
  /** `backend.uri`: "/backend". */
  readonly prefix: string;
  readonly cookieSecure: boolean;
  readonly schema: AdminSchema;
  readonly phrases: PhraseBook;
  readonly render: RenderPartial;
  readonly ports: Ports;
  readonly throttle: SignInThrottle;
  readonly passwords: Passwords;
  readonly tokens: AdminTokens;
  readonly features: AccountFeatures;
  /** They seal tickets and second factors. */
  readonly keys: Pick<AdminConfig, 'secret' | 'previousSecret'>;
  /** As apps for second factors show it. */
  readonly applicationName: string;
  readonly passwordLinks: PasswordLinks;
  readonly sessions: SessionConfig;
  /** As in SessionDependencies. */
  readonly hostAuthenticatesReads: boolean;
  /** CAPABILITY_ADMIN_SEARCH. */
  readonly searches: boolean;
  readonly limits: SignInLimits;
  readonly addresses: ClientAddresses;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly application: Application;
  readonly brand: Brand;
}

/** The routes of the admin backend for one compiled schema; none without a controller (AD-41). */
function adminRoutes(dependencies: AdminRoutesDependencies): Route[] {
  const { prefix, schema, phrases, ports, clock, addresses, features } = dependencies;
  const { accounts, sessionList, secondFactor } = features;
  if (schema.controllers.size === 0) return [];
  const sessions = createSessions(dependencies.sessions, {
    tokens: dependencies.tokens,
    directory: ports.directory,
    ...(sessionList && { list: ports.sessions }),
    hostAuthenticatesReads: dependencies.hostAuthenticatesReads,
    clock,
    logger: dependencies.logger,
  });
  const schemas = new LocalisedViews(phrases);
  const cookie = new BackendCookie(prefix, dependencies.cookieSecure);
  const { directory } = ports;
  const secondStep = secondFactor ? createSecondStep({ ...dependencies, sessions, cookie }) : undefined;
  const signIn = createSignIn({ ...dependencies, directory, sessions, ...secondStep?.begin });

  const endpoints: readonly Endpoint[] = [
    loginEndpoint(signIn, { addresses, cookie, features }),
    refreshEndpoint(sessions, { cookie, features }),
    logoutEndpoint(sessions, cookie),
    meEndpoint(features),
    ...(accounts ? accountEndpoints({ ...dependencies, ports, sessions, cookie }) : []),
    ...(sessionList ? sessionListEndpoints({ ports, clock }) : []),
    ...(secondStep?.endpoints ?? []),
    languageEndpoint(phrases),
    ...menuEndpoints(schema, schemas),
    ...paletteEndpoints(schema, schemas, dependencies.searches ? ports.recordSearch : undefined),
    ...[...schema.settings.values()].flatMap((screen) => settingsEndpoints(screen, ports)),
    ...[...schema.controllers.values()].flatMap((controller) =>
      controllerEndpoints(controller, ports, schemas, dependencies.render, dependencies.logger, phrases),
    ),
  ];
  const api: EndpointDependencies = {
    base: prefix + API_PATH,
    sessions,
    texts: apiTexts(phrases),
    build: buildOf(dependencies.application),
    secondFactor,
    onUse: (claims, http, call) =>
      sessions.used(claims, () => deviceOf(http.headers.get('user-agent'), addresses.of(http)), call),
  };
  return [
    ...[...endpoints, ...fallbackEndpoints(endpoints)].map((endpoint) => endpointRoute(endpoint, api)),
    ...assetRoutes(prefix, schema.assets.values()),
    ...applicationRoutes(prefix, dependencies.application, dependencies.brand),
  ];
}

/** The configuration of the admin backend (docs/configuration.md: app, backend, admin), converted to the code's units. */
export interface AdminConfig {
  readonly prefix: string;
  readonly cookieSecure: boolean;
  /** The folder that contains plugins/. */
  readonly root: string;
  /** Empty if not set, which is allowed as long as there is no controller. */
  readonly secret: string;
  readonly previousSecret?: string;
  readonly issuer: string;
  readonly ttlSeconds: number;
  readonly refreshTtlSeconds: number;
  readonly blacklistGraceSeconds: number;
  readonly bcryptCost: number;
  /** `admin.login.max_attempts` in one window. */
  readonly maxSignInAttempts: number;
  readonly signInWindowMs: number;
}

const NO_PASSKEYS =
  'app.url is not an https:// URL with a name, which passkeys need (or http://localhost): administrators cannot use passkeys';

/** The abilities that the host offers beyond CAPABILITY_ADMIN. */
export interface HostAbilities extends Pick<
  AdminRoutesDependencies,
  'features' | 'hostAuthenticatesReads' | 'applicationName'
> {
  /** CAPABILITY_ADMIN_PASSKEYS. */
  readonly passkeys: boolean;
  /** CAPABILITY_ADMIN_BULK. */
  readonly bulk: boolean;
  /** CAPABILITY_ADMIN_SEARCH. */
  readonly search: boolean;
  /** CAPABILITY_ADMIN_VIEWS. */
  readonly views: boolean;
  /** CAPABILITY_ADMIN_IMPORT. */
  readonly imports: boolean;
  /** CAPABILITY_ADMIN_IMPORT_UPDATE. */
  readonly importsUpdate: boolean;
}

export interface AdminDependencies {
  readonly ports: Ports;
  readonly throttle: SignInThrottle;
  readonly addresses: ClientAddresses;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly application: Application;
  readonly brand: Brand;
}

export interface ServedAdmin {
  readonly routes: readonly Route[];
  /** Declarations that Gatehouse does not serve, in words for an operator. */
  readonly warnings: readonly string[];
}

/** Gatehouse cannot serve the admin backend with this configuration or these declarations. The message lists all problems. */
class AdminStartupError extends Error {
  override readonly name = 'AdminStartupError';
}

/**
 * Turns the host's registration into routes. It reads the plugins' files once, when created, and compiles each registration
 * against them.
 */
export class AdminBackend {
  readonly #files: PluginFiles;
  readonly #fileProblems = new Problems();

  constructor(
    private readonly config: AdminConfig,
    private readonly dependencies: AdminDependencies,
  ) {
    this.#files = readPluginFiles(config.root, this.#fileProblems);
  }

  /** Because of a problem, such as a wrong folder. */
  get #hasNoFiles(): boolean {
    return this.#files.files.size === 0 && this.#fileProblems.count > 0;
  }

  /** The problems of the plugins' files that do not depend on the registration, one sentence each. */
  problemsOfFiles(): readonly string[] {
    return problemsOfFiles(this.#files, (source, file) => compileTemplate(file, source), this.#fileProblems.copy());
  }

  /**
   * Returns no routes if the host registers no controller. Throws SchemaError and AdminStartupError; the daemon must then serve
   * nothing.
   */
  serve(
    described: AdminRegistration | undefined,
    { features: offered, passkeys, bulk, imports, importsUpdate, search, views, ...abilities }: HostAbilities,
  ): ServedAdmin {
    if (described === undefined || described.controllers.length === 0) return { routes: [], warnings: [] };
    const { config, dependencies } = this;
    const site = passkeySiteOf(config.issuer);
    const features = { ...offered, ...(passkeys && site && { passkeys: site }) };
    const { accounts } = features;
    const reserved = reservedNames(described);
    if (reserved.length > 0) {
      throw new AdminStartupError(
        `the host registers ${reserved.join(' and ')}, which Gatehouse has built in; use another name`,
      );
    }
    const registration = accounts ? withBuiltIn(described, { secondFactor: features.secondFactor, views }) : described;
    if (config.secret === '') {
      throw new AdminStartupError(
        'the host registers admin controllers, but admin.jwt.secret is not set, so administrators cannot sign in; set GATEHOUSE_ADMIN__JWT__SECRET to a random string of at least 32 bytes',
      );
    }
    const { schema, phrases, templates, warnings } = compileAdmin({
      registration,
      // Without any file of the application, the compiler reports just that.
      files: accounts && !this.#hasNoFiles ? withBuiltInFiles(this.#files, features.secondFactor) : this.#files,
      prefix: config.prefix,
      savesViews: views,
      searchesRecords: search,
      compileTemplate: (source, file) => compileTemplate(file, source),
      problems: this.#fileProblems.copy(),
    });
    const routes = adminRoutes({
      ...dependencies,
      ...config,
      schema: withoutMissing(schema, { bulk, imports: bulk && imports, importsUpdate }),
      phrases,
      render: partialRenderer(templates, phrases),
      passwords: createPasswords(config.bcryptCost),
      tokens: createAdminTokens(config, dependencies.clock),
      sessions: config,
      ...abilities,
      searches: search,
      keys: config,
      features,
      passwordLinks: createPasswordLinks(config, dependencies.clock),
      limits: signInLimits(config.maxSignInAttempts, config.signInWindowMs),
    });
    dependencies.logger.info({ controllers: registration.controllers.length }, 'serving the admin backend');
    if (passkeys && site === undefined) dependencies.logger.info({}, NO_PASSKEYS);
    return { routes, warnings };
  }
}
