/** Paths below the prefix that are answers of the daemon and no screens. */
const NO_SCREENS = /^\/(?:api|assets)(?:\/|$)/;

/**
 * The screen of the backend that a link of a partial leads to, as Location.go takes it; undefined where it leads elsewhere.
 * @param href as the daemon's filter lets it through: "/backend/acme/blog/posts?page=2", "/elsewhere", "#part"
 */
export function pathInside(prefix: string, href: string): string | undefined {
  if (href !== prefix && !['/', '?'].some((next) => href.startsWith(prefix + next))) return undefined;
  const rest = href.slice(prefix.length);
  if (rest.includes('#') || NO_SCREENS.test(rest)) return undefined;
  return rest.startsWith('/') ? rest : `/${rest}`;
}
