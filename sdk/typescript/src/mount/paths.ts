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

/** A test for the path of a request, without its query. Compares the path as sent: nothing is decoded or normalised. */
export function ownPaths({ issuerPath = '', consentPage = false, adminPath }: MountedPaths): (path: string) => boolean {
  const bases = [
    ...WELL_KNOWN,
    ...(issuerPath === '' ? [] : WELL_KNOWN.map((path) => issuerPath + path)),
    `${issuerPath}/oauth/mcp`,
    ...(consentPage ? [`${issuerPath}/connect`] : []),
    ...(adminPath === undefined ? [] : [adminPath]),
  ];
  return (path) => bases.some((base) => path === base || path.startsWith(`${base}/`));
}
