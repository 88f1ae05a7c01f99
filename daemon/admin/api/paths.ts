/** The path of the API, below the prefix of the admin backend. */
export const API_PATH = '/api/v1';

/** Paths below API_PATH. A part with a colon is a placeholder for one percent-encoded segment; `withSegments` fills it in. */
export const PATHS = {
  login: '/auth/login',
  refresh: '/auth/refresh',
  logout: '/auth/logout',
  me: '/auth/me',
  setPassword: '/auth/set-password',
  profile: '/auth/account/profile',
  password: '/auth/account/password',
  endOwnSessions: '/auth/account/end-sessions',
  ownSessions: '/auth/account/sessions',
  ownSession: '/auth/account/sessions/:session',
  preferences: '/auth/account/preferences',
  preference: '/auth/account/preferences/:key',
  signInCode: '/auth/second-factor',
  secondFactor: '/auth/account/second-factor',
  secondFactorSetup: '/auth/account/second-factor/setup',
  recoveryCodes: '/auth/account/second-factor/recovery-codes',
  removeSecondFactor: '/auth/account/second-factor/remove',
  removeApp: '/auth/account/second-factor/remove-app',
  signInPasskey: '/auth/second-factor/passkey',
  passkeys: '/auth/account/passkeys',
  passkeySetup: '/auth/account/passkeys/setup',
  passkeyChallenge: '/auth/account/passkeys/challenge',
  passkey: '/auth/account/passkeys/:passkey',
  removePasskey: '/auth/account/passkeys/:passkey/remove',
  language: '/lang',
  navigation: '/navigation',
  commands: '/commands',
  search: '/search',
  settingsIndex: '/settings',
  settings: '/settings/:code',
  settingsSchema: '/settings/:code/schema',
  settingsOptions: '/settings/:code/fields/:name/options',
} as const;

/** Paths below a controller's path. That path itself lists records and creates them. */
export const CONTROLLER_PATHS = {
  listSchema: '/schema/list',
  formSchema: '/schema/form',
  relationSchema: '/schema/relation/:name',
  views: '/list/views',
  view: '/list/views/:view',
  record: '/:id',
  bulkDelete: '/bulk-delete',
  bulk: '/bulk/:name',
  exportRecords: '/export/records',
  checkImport: '/import/check',
  import: '/import',
  widget: '/widgets/:name',
  toolbar: '/toolbar/:name',
  partial: '/partials/:name',
  fieldOptions: '/fields/:name/options',
  filterOptions: '/filters/:name/options',
  related: '/:id/relations/:name',
  candidates: '/:id/relations/:name/candidates',
  link: '/:id/relations/:name/link',
  unlink: '/:id/relations/:name/unlink',
} as const;

/** The built-in controller of administrators. */
export const ADMINISTRATORS = 'gatehouse.backend.administrators';

/** Paths below the controller of administrators, in addition to those of every controller. */
export const ADMINISTRATOR_PATHS = {
  account: '/:id/account',
  password: '/:id/password',
  passwordLink: '/:id/password-link',
  endSessions: '/:id/end-sessions',
  sessions: '/:id/sessions',
  session: '/:id/sessions/:session',
  resetSecondFactor: '/:id/reset-second-factor',
} as const;

/** The page, below the prefix of the admin backend, on which a link to set a password ends; the token is its fragment. */
export const SET_PASSWORD_PAGE = '/set-password';

/** The path of a controller: "/acme/blog/posts" for "acme.blog.posts". */
export function controllerPath(controller: string): string {
  return `/${controller.replaceAll('.', '/')}`;
}

/** The names of a path's segments: "id" and "name" of "/:id/relations/:name". */
export type SegmentName<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | SegmentName<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** Fills in some or all of the path's segments. */
export function withSegments<Path extends string, Name extends SegmentName<Path>>(
  path: Path,
  segments: Readonly<Record<Name, string>>,
): string {
  const given: Readonly<Record<string, string | undefined>> = segments;
  return path.replace(/:(\w+)/g, (segment, name: string) => {
    const value = given[name];
    if (value === undefined) return segment;
    return name === 'id' ? idSegment(value) : encodeURIComponent(value);
  });
}

/**
 * True if a string can be the id of a record. For other strings, Gatehouse reports a missing record without a call to the host.
 */
export function isRecordId(text: string): boolean {
  return /^[^\p{Cc}\p{Cs}]{1,255}$/u.test(text);
}

/**
 * Ids that a path cannot have as they are. Browsers and proxies remove the segments "." and ".." from every path, even
 * percent-encoded (WHATWG URL, double-dot URL path segment); the others are the names of endpoints in the place of an id.
 */
const RESERVED = [
  '.',
  '..',
  ...Object.values(CONTROLLER_PATHS)
    .filter((path) => /^\/[a-z-]+$/.test(path))
    .map((path) => path.slice(1)),
];

function isReserved(id: string): boolean {
  return RESERVED.includes(id.replace(/^~+/, ''));
}

/**
 * A record's id as one segment of a path. Paths write the reserved ids with a "~" prefix (docs/admin/api.md, Endpoints). An id
 * that already looks like that gets one more.
 */
export function idSegment(id: string): string {
  return encodeURIComponent(isReserved(id) ? `~${id}` : id);
}

/** @param segment percent-decoded */
export function idOfSegment(segment: string): string {
  return segment.startsWith('~') && isReserved(segment) ? segment.slice(1) : segment;
}
