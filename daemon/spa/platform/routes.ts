import { controllerPath, idOfSegment, idSegment } from '../../admin/api/paths.js';

/** The screens and their paths. Paths are October's: /vendor/plugin/controller, …/create, …/update/:id, …/preview/:id. */
export type Screen =
  | { readonly kind: 'home' }
  | { readonly kind: 'account' }
  | { readonly kind: 'settings'; readonly code: string | undefined }
  | { readonly kind: 'list'; readonly controller: string }
  | { readonly kind: 'create'; readonly controller: string }
  | { readonly kind: 'update' | 'preview'; readonly controller: string; readonly id: string }
  | { readonly kind: 'unknown' };

export function screenAt(path: string): Screen {
  const parts = path
    .split('/')
    .filter((part) => part !== '')
    .map(decoded);
  const [first, second, third, context, id] = parts;
  if (first === undefined) return { kind: 'home' };
  if (first === 'account' && parts.length === 1) return { kind: 'account' };
  if (first === 'settings' && parts.length <= 2) return { kind: 'settings', code: second };
  if (second === undefined || third === undefined) return { kind: 'unknown' };
  const controller = `${first}.${second}.${third}`;
  if (context === undefined) return { kind: 'list', controller };
  if (context === 'create' && id === undefined) return { kind: 'create', controller };
  if ((context === 'update' || context === 'preview') && id !== undefined && parts.length === 5) {
    return { kind: context, controller, id: idOfSegment(id) };
  }
  return { kind: 'unknown' };
}

export const ACCOUNT_PATH = '/account';
export const listPath = controllerPath;
export const createPath = (controller: string): string => `${listPath(controller)}/create`;
export const recordPath = (controller: string, id: string, context: 'update' | 'preview' = 'update'): string =>
  `${listPath(controller)}/${context}/${idSegment(id)}`;
/** The parameter of a create form that names the record to copy. */
const COPY = 'copy';

/** The create form, filled with the values of a record. */
export const copyPath = (controller: string, id: string): string =>
  `${createPath(controller)}?${new URLSearchParams({ [COPY]: id }).toString()}`;

/** The record that a create form copies; undefined if it copies none. */
export function copiedIn(search: string): string | undefined {
  const id = new URLSearchParams(search).get(COPY);
  return id === null || id === '' ? undefined : id;
}

export const settingsPath = (code?: string): string =>
  code === undefined ? '/settings' : `/settings/${encodeURIComponent(code)}`;

/** Fills the id into a path of a schema (`recordUrl`, `redirect`): "acme/blog/posts/update/:id". */
export function filledPath(template: string, id: string): string {
  const path = template.replaceAll(':id', () => idSegment(id));
  return path.startsWith('/') ? path : `/${path}`;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Paths below the prefix that are endpoints of the daemon, not screens. */
const NO_SCREENS = /^\/(?:api|assets)(?:\/|$)/;

/**
 * The screen that a link in a partial leads to, as a path for Location.go; undefined if it leads elsewhere.
 * @param href as accepted by the daemon's filter: "/backend/acme/blog/posts?page=2", "/elsewhere", "#part"
 */
export function pathInside(prefix: string, href: string): string | undefined {
  if (href !== prefix && !['/', '?'].some((next) => href.startsWith(prefix + next))) return undefined;
  const rest = href.slice(prefix.length);
  if (rest.includes('#') || NO_SCREENS.test(rest)) return undefined;
  return rest.startsWith('/') ? rest : `/${rest}`;
}
