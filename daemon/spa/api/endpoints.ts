import type {
  AccountBody,
  ActionBody,
  BulkBody,
  CodeNeededBody,
  DeletedBody,
  ExportMeta,
  FoundBody,
  ImportBody,
  ImportCheckBody,
  ImportEncoding,
  LanguageBundle,
  ListedSessionBody,
  ListMeta,
  OptionBody,
  OptionsMeta,
  PasswordLinkBody,
  RecordBody,
  RecoveryCodesBody,
  RowBody,
  SecondFactorBody,
  SecondFactorSetupBody,
  SavedViewBody,
  SessionBody,
  SettingsBody,
  UserBody,
  PartialNode,
} from '../../admin/api/answers.js';
import type { PasskeyChallengeBody, PasskeySetupBody } from '../../admin/api/passkey-answers.js';
import type { AssertedCredential, RegisteredCredential } from '../../admin/api/passkeys.js';
import type { SegmentName } from '../../admin/api/paths.js';
import {
  ADMINISTRATOR_PATHS,
  ADMINISTRATORS,
  CONTROLLER_PATHS,
  controllerPath,
  PATHS,
  withSegments,
} from '../../admin/api/paths.js';
import type { ApiClient } from './client.js';
import { noSession } from './errors.js';
import type {
  CommandsView,
  FormView,
  ListView,
  NavigationView,
  RelationView,
  SettingsEntry,
  SettingsView,
} from './views.js';

type Segments<Path extends string> = Readonly<Record<SegmentName<Path>, string>>;

/** A proof of the second factor: a code, or a passkey with the ticket of its challenge. */
export type ProofBody =
  | { readonly code: string }
  | { readonly passkey: { readonly ticket: string; readonly credential: AssertedCredential } };

/** A file to import. */
export interface SentFile {
  readonly bytes: ArrayBuffer;
  /** If the file has no byte order mark. */
  readonly encoding: ImportEncoding;
}

/** Inserts the segments into the path. */
function filled<Path extends string>(path: Path, segments: Segments<Path>): string {
  return withSegments(path, segments);
}

function below<Path extends string>(controller: string, path: Path, segments: Segments<Path>): string {
  return controllerPath(controller) + filled(path, segments);
}

/** Every endpoint of the API as a function. Reads take a signal, so that a superseded request can be canceled. */
export function createEndpoints(client: ApiClient) {
  return {
    signIn: (login: string, password: string) =>
      client.once<SessionBody | CodeNeededBody>('POST', PATHS.login, { body: { login, password } }),
    signInWithCode: (ticket: string, code: string) =>
      client.once<SessionBody>('POST', PATHS.signInCode, { body: { ticket, code } }),
    signInWithPasskey: (ticket: string, credential: AssertedCredential) =>
      client.once<SessionBody>('POST', PATHS.signInPasskey, { body: { ticket, credential } }),
    refresh: () => client.once<SessionBody>('POST', PATHS.refresh),
    signOut: () => client.once('POST', PATHS.logout, { isNamed: true }),
    /** Does not renew the session, in order to find out whether there is one. */
    whoAmI: () => client.once<UserBody>('GET', PATHS.me),
    /** @param locale the administrator's own; empty: as chosen on this page, or the browser's */
    language: (locale: string, signal: AbortSignal) =>
      client.get<LanguageBundle>(PATHS.language, { signal, language: locale }),
    saveProfile: (profile: { readonly name: string; readonly locale: string | null }) =>
      client.put<UserBody>(PATHS.profile, profile),
    /** Not repeated after a sign-in, because it ends the session itself. */
    changePassword: (current: string, password: string) =>
      client.once<SessionBody>('PUT', PATHS.password, { body: { current, password }, isNamed: true }),
    endOtherSessions: () => client.once<SessionBody>('POST', PATHS.endOwnSessions, { body: {}, isNamed: true }),
    /** @param id of a colleague; absent: the administrator's own */
    sessions: (id: string | undefined, signal: AbortSignal) =>
      client.get<readonly ListedSessionBody[]>(
        id === undefined ? PATHS.ownSessions : below(ADMINISTRATORS, ADMINISTRATOR_PATHS.sessions, { id }),
        { signal },
      ),
    endSession: (id: string | undefined, session: string) =>
      client.delete<null>(
        id === undefined
          ? filled(PATHS.ownSession, { session })
          : below(ADMINISTRATORS, ADMINISTRATOR_PATHS.session, { id, session }),
      ),
    preferences: (keys: readonly string[], signal?: AbortSignal) =>
      client.get<Readonly<Record<string, unknown>>>(PATHS.preferences, {
        query: { keys: keys.join(',') },
        isAwaited: true,
        ...(signal && { signal }),
      }),
    savePreference: (key: string, value: unknown) =>
      client.put<null>(filled(PATHS.preference, { key }), { value }, { isAwaited: true }),
    redeemPasswordLink: (token: string, password: string) =>
      client.once<{ readonly login: string }>('POST', PATHS.setPassword, { body: { token, password } }),

    secondFactor: (signal: AbortSignal) => client.get<SecondFactorBody>(PATHS.secondFactor, { signal }),
    /** @param proof of those who have passkeys already */
    setUpSecondFactor: (password: string, proof?: ProofBody) =>
      client.post<SecondFactorSetupBody>(PATHS.secondFactorSetup, { password, ...proof }),
    /** Not repeated after a sign-in, because it ends the session itself. */
    confirmSecondFactor: (ticket: string, code: string) =>
      client.once<SessionBody & Partial<RecoveryCodesBody>>('POST', PATHS.secondFactor, {
        body: { ticket, code },
        isNamed: true,
      }),
    renewRecoveryCodes: (password: string, proof: ProofBody) =>
      client.post<RecoveryCodesBody>(PATHS.recoveryCodes, { password, ...proof }),
    /** Not repeated after a sign-in, because it ends the session itself. */
    removeSecondFactor: (password: string, proof: ProofBody) =>
      client.once<SessionBody>('POST', PATHS.removeSecondFactor, { body: { password, ...proof }, isNamed: true }),
    /** Not repeated after a sign-in, because it ends the session itself. */
    removeApp: (password: string, proof: ProofBody) =>
      client.once<SessionBody>('POST', PATHS.removeApp, { body: { password, ...proof }, isNamed: true }),

    passkeyChallenge: () => client.post<PasskeyChallengeBody>(PATHS.passkeyChallenge, {}),
    /** @param proof of those who have a second factor already */
    setUpPasskey: (password: string, proof?: ProofBody) =>
      client.post<PasskeySetupBody>(PATHS.passkeySetup, { password, ...proof }),
    /** Not repeated after a sign-in, because it ends the session itself. */
    addPasskey: (ticket: string, name: string, credential: RegisteredCredential) =>
      client.once<SessionBody & Partial<RecoveryCodesBody>>('POST', PATHS.passkeys, {
        body: { ticket, name, credential },
        isNamed: true,
      }),
    renamePasskey: (passkey: string, name: string) => client.put<null>(filled(PATHS.passkey, { passkey }), { name }),
    /** Not repeated after a sign-in, because it ends the session itself. */
    removePasskey: (passkey: string, password: string, proof: ProofBody) =>
      client.once<SessionBody>('POST', filled(PATHS.removePasskey, { passkey }), {
        body: { password, ...proof },
        isNamed: true,
      }),

    account: (id: string, signal: AbortSignal) =>
      client.get<AccountBody>(below(ADMINISTRATORS, ADMINISTRATOR_PATHS.account, { id }), { signal }),
    setPassword: (id: string, password: string) =>
      client.post<null>(below(ADMINISTRATORS, ADMINISTRATOR_PATHS.password, { id }), { password }),
    createPasswordLink: (id: string) =>
      client.post<PasswordLinkBody>(below(ADMINISTRATORS, ADMINISTRATOR_PATHS.passwordLink, { id }), {}),
    resetSecondFactor: (id: string) =>
      client.post<null>(below(ADMINISTRATORS, ADMINISTRATOR_PATHS.resetSecondFactor, { id }), {}),
    endSessions: (id: string) => client.post<null>(below(ADMINISTRATORS, ADMINISTRATOR_PATHS.endSessions, { id }), {}),

    navigation: (signal: AbortSignal) => client.get<readonly NavigationView[]>(PATHS.navigation, { signal }),

    commands: (signal: AbortSignal) => client.get<CommandsView>(PATHS.commands, { signal }),
    search: (query: URLSearchParams, signal: AbortSignal) =>
      client.get<readonly FoundBody[]>(PATHS.search, { query, signal }),

    settings: (signal: AbortSignal) => client.get<readonly SettingsEntry[]>(PATHS.settingsIndex, { signal }),
    settingsSchema: (code: string, signal: AbortSignal) =>
      client.get<SettingsView>(filled(PATHS.settingsSchema, { code }), { signal }),
    settingsValues: (code: string, signal: AbortSignal) =>
      client.get<SettingsBody>(filled(PATHS.settings, { code }), { signal }),
    saveSettings: (code: string, values: object) => client.put<SettingsBody>(filled(PATHS.settings, { code }), values),
    settingsOptions: (code: string, field: string, query: URLSearchParams, signal: AbortSignal) =>
      client.get<readonly OptionBody[], OptionsMeta>(filled(PATHS.settingsOptions, { code, name: field }), {
        query,
        signal,
      }),

    listSchema: (controller: string, signal: AbortSignal) =>
      client.get<ListView>(controllerPath(controller) + CONTROLLER_PATHS.listSchema, { signal }),
    formSchema: (controller: string, signal: AbortSignal) =>
      client.get<FormView>(controllerPath(controller) + CONTROLLER_PATHS.formSchema, { signal }),
    relationSchema: (controller: string, name: string, signal: AbortSignal) =>
      client.get<RelationView>(below(controller, CONTROLLER_PATHS.relationSchema, { name }), { signal }),

    list: (controller: string, query: URLSearchParams, signal: AbortSignal) =>
      client.get<readonly RowBody[], ListMeta>(controllerPath(controller), { query, signal }),
    views: (controller: string, signal: AbortSignal) =>
      client.get<readonly SavedViewBody[]>(controllerPath(controller) + CONTROLLER_PATHS.views, { signal }),
    createView: (controller: string, view: object) =>
      client.post<SavedViewBody>(controllerPath(controller) + CONTROLLER_PATHS.views, view),
    updateView: (controller: string, view: string, changes: object) =>
      client.put<SavedViewBody>(below(controller, CONTROLLER_PATHS.view, { view }), changes),
    deleteView: (controller: string, view: string) =>
      client.delete<null>(below(controller, CONTROLLER_PATHS.view, { view })),
    show: (controller: string, id: string, context: 'update' | 'preview', signal: AbortSignal) =>
      client.get<RecordBody>(below(controller, CONTROLLER_PATHS.record, { id }), {
        query: context === 'preview' ? { context } : {},
        signal,
      }),
    create: (controller: string, values: object) => client.post<RecordBody>(controllerPath(controller), values),
    update: (controller: string, id: string, values: object) =>
      client.put<RecordBody>(below(controller, CONTROLLER_PATHS.record, { id }), values),
    delete: (controller: string, id: string) => client.delete<null>(below(controller, CONTROLLER_PATHS.record, { id })),
    deleteMany: (controller: string, ids: readonly string[]) =>
      client.post<DeletedBody>(controllerPath(controller) + CONTROLLER_PATHS.bulkDelete, { ids }),

    runOnRecords: (controller: string, action: string, query: URLSearchParams, body: object) =>
      client.post<BulkBody>(below(controller, CONTROLLER_PATHS.bulk, { name: action }), body, { query }),
    exportRecords: (controller: string, query: URLSearchParams, signal: AbortSignal) =>
      client.get<readonly RowBody[], ExportMeta>(controllerPath(controller) + CONTROLLER_PATHS.exportRecords, {
        query,
        signal,
      }),

    /** Writes nothing. */
    checkImport: (controller: string, file: SentFile, query: URLSearchParams, signal: AbortSignal) =>
      client.post<ImportCheckBody>(controllerPath(controller) + CONTROLLER_PATHS.checkImport, file.bytes, {
        contentType: `text/csv; charset=${file.encoding}`,
        query,
        signal,
      }),
    importRecords: (controller: string, file: SentFile, query: URLSearchParams, signal: AbortSignal) =>
      client.post<ImportBody>(controllerPath(controller) + CONTROLLER_PATHS.import, file.bytes, {
        contentType: `text/csv; charset=${file.encoding}`,
        query,
        signal,
      }),

    runWidget: (controller: string, field: string, body: object) =>
      client.post<ActionBody>(below(controller, CONTROLLER_PATHS.widget, { name: field }), body),
    runToolbarAction: (controller: string, action: string) =>
      client.post<ActionBody>(below(controller, CONTROLLER_PATHS.toolbar, { name: action }), {}),
    partial: (controller: string, name: string, id: string | undefined, signal: AbortSignal) =>
      client.get<readonly PartialNode[]>(below(controller, CONTROLLER_PATHS.partial, { name }), {
        query: { id },
        signal,
      }),

    fieldOptions: (controller: string, field: string, query: URLSearchParams, signal: AbortSignal) =>
      client.get<readonly OptionBody[], OptionsMeta>(
        below(controller, CONTROLLER_PATHS.fieldOptions, { name: field }),
        { query, signal },
      ),
    filterOptions: (controller: string, filter: string, query: URLSearchParams, signal: AbortSignal) =>
      client.get<readonly OptionBody[], OptionsMeta>(
        below(controller, CONTROLLER_PATHS.filterOptions, { name: filter }),
        { query, signal },
      ),

    related: (controller: string, id: string, name: string, query: URLSearchParams, signal: AbortSignal) =>
      client.get<readonly RowBody[], ListMeta>(below(controller, CONTROLLER_PATHS.related, { id, name }), {
        query,
        signal,
      }),
    candidates: (controller: string, id: string, name: string, query: URLSearchParams, signal: AbortSignal) =>
      client.get<readonly RowBody[], ListMeta>(below(controller, CONTROLLER_PATHS.candidates, { id, name }), {
        query,
        signal,
      }),
    link: (controller: string, id: string, name: string, ids: readonly string[]) =>
      client.post<{ readonly count: number }>(below(controller, CONTROLLER_PATHS.link, { id, name }), { ids }),
    unlink: (controller: string, id: string, name: string, ids: readonly string[]) =>
      client.post<{ readonly count: number }>(below(controller, CONTROLLER_PATHS.unlink, { id, name }), { ids }),
  };
}

export type Endpoints = ReturnType<typeof createEndpoints>;

/**
 * The endpoints for one administrator. Once they are gone, nothing is sent any more, because it would be sent in the name of
 * the next one, and an answer that is still on its way is an error, because the page would show or keep it for the next one.
 */
export function endpointsWhile(api: Endpoints, isHere: () => boolean): Endpoints {
  const check = () => {
    if (!isHere()) throw noSession();
  };
  const checked = Object.entries(api).map(([name, ask]) => [
    name,
    async (...values: never[]): Promise<unknown> => {
      check();
      try {
        return await (ask as (...values: never[]) => Promise<unknown>)(...values);
      } finally {
        check();
      }
    },
  ]);
  return Object.fromEntries(checked) as Endpoints;
}
