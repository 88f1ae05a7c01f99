/** Schemes that run or read something by themselves; no allow-list can permit them as a redirect URI's scheme. */
export const FORBIDDEN_SCHEMES = ['javascript', 'data', 'file', 'blob', 'vbscript', 'about', 'ws', 'wss'] as const;
