/** Shared by the host under Gatehouse and the preparation of its requests. */
export const ISSUER = 'http://localhost:1';
export const RESOURCE = `${ISSUER}/mcp`;
export const CLIENT = 'bench-client';
