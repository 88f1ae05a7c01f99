/** Where the API is, below the prefix of the admin backend. */
export const API_PATH = '/api/v1';

/** Paths below API_PATH. A part with a colon is one segment, percent-encoded; `withSegments` fills it in. */
export const PATHS = {
  login: '/auth/login',
  refresh: '/auth/refresh',
  logout: '/auth/logout',
  me: '/auth/me',
  language: '/lang',
  navigation: '/navigation',
  settingsIndex: '/settings',
  settings: '/settings/:code',
  settingsSchema: '/settings/:code/schema',
  settingsOptions: '/settings/:code/fields/:name/options',
} as const;

/** Paths below the path of a controller, which is also the path of its list and of creating a record. */
export const CONTROLLER_PATHS = {
  listSchema: '/schema/list',
  formSchema: '/schema/form',
  relationSchema: '/schema/relation/:name',
  record: '/:id',
  bulkDelete: '/bulk-delete',
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

/** The path with some or all of its segments filled in. */
export function withSegments<Path extends string, Name extends SegmentName<Path>>(
  path: Path,
  segments: Readonly<Record<Name, string>>,
): string {
  const given: Readonly<Record<string, string | undefined>> = segments;
  return path.replace(/:(\w+)/g, (segment, name: string) => {
    const value = given[name];
    return value === undefined ? segment : idSegment(value);
  });
}

/**
 * Whether a text can be the id of a record at all. What cannot is not worth a call to the host: it is missing, like every id
 * that leads nowhere.
 */
export function isRecordId(text: string): boolean {
  return /^[^\p{Cc}\p{Cs}]{1,255}$/u.test(text);
}

/**
 * An id of a record as one segment of a path. Browsers and proxies take the segments "." and ".." out of every path, also where
 * they are percent-encoded (WHATWG URL, double-dot URL path segment), so these two ids have a "~" before them there (docs/admin/api.md,
 * Endpoints). What looks like that already gets another one.
 */
export function idSegment(id: string): string {
  return encodeURIComponent(/^~*\.{1,2}$/.test(id) ? `~${id}` : id);
}

/** @param segment percent-decoded */
export function idOfSegment(segment: string): string {
  return /^~+\.{1,2}$/.test(segment) ? segment.slice(1) : segment;
}
