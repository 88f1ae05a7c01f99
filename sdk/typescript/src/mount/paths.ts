/** Which of the application's paths belong to Gatehouse. */
export interface MountedPaths {
  /**
   * Path of the issuer, when it has one: "/app" for "https://notes.example/app". Metadata is then served at the
   * path-inserted form (RFC 8414 §3.1) as well. Default: none.
   */
  readonly issuerPath?: string;
  /** Whether Gatehouse serves the consent page at {issuer}/connect (`builtinConsentPage`). Default: false. */
  readonly consentPage?: boolean;
  /** Path under which Gatehouse serves its admin backend: "/admin". Default: none. */
  readonly adminPath?: string;
}

const WELL_KNOWN = ['/.well-known/oauth-authorization-server', '/.well-known/oauth-protected-resource'];

/**
 * A test for the path of a request, without its query. Compares the path as sent: nothing is decoded or normalised.
 * Throws on a path that would take more of the application than is meant, or nothing.
 */
export function ownPaths({ issuerPath = '', consentPage = false, adminPath }: MountedPaths): (path: string) => boolean {
  if (issuerPath !== '') checkPath('issuerPath', issuerPath, 'the issuer has no path');
  if (adminPath !== undefined) checkPath('adminPath', adminPath, 'there is no admin backend');
  if (typeof consentPage !== 'boolean') throw new Error(`consentPage must be true or false, not ${show(consentPage)}`);
  const bases = [
    ...WELL_KNOWN,
    ...(issuerPath === '' ? [] : WELL_KNOWN.map((path) => issuerPath + path)),
    `${issuerPath}/oauth/mcp`,
    ...(consentPage ? [`${issuerPath}/connect`] : []),
    ...(adminPath === undefined ? [] : [adminPath]),
  ];
  return (path) => bases.some((base) => path === base || path.startsWith(`${base}/`));
}

function checkPath(option: string, path: unknown, when: string): void {
  if (typeof path === 'string' && SEGMENTS.test(path) && new URL(path, 'http://any').pathname === path) return;
  throw new Error(
    `${option} must be a path in normal form such as "/app", without "/" at its end and without query, not ${show(path)}; leave it out where ${when}`,
  );
}

/** Printable ASCII without "?" and "#", no segment empty. */
const SEGMENTS = /^(?:\/[\x21\x22\x24-\x2e\x30-\x3e\x40-\x7e]+)+$/;

function show(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
