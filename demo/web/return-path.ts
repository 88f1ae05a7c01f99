/**
 * Where to go after signing in: a path of this application, or `/` for anything else. The value comes from a link that
 * anybody can make, so an address that leaves the application must not pass in any spelling (`//host`, `/\host`,
 * `/<tab>/host`, `/.//host`): the browser's own parser decides what it means, and its result is looked at again.
 */
export function returnPath(value: string): string {
  if (!value.startsWith('/') || !URL.canParse(value, HERE)) return '/';
  const url = new URL(value, HERE);
  const path = url.pathname + url.search;
  return url.origin === HERE && !path.startsWith('//') ? path : '/';
}

const HERE = 'http://application.invalid';
