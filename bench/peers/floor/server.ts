import { serveHttp } from './http.js';
import { openStore } from './open-store.js';

/**
 * The floor: what the same durable work costs one process that was written for it alone. node:http, better-sqlite3, prepared
 * statements, synchronous code, shared commits, and the checks of the RFCs; no host, no options, no throttles, no logs.
 */
const { synchronous, handle } = openStore();

serveHttp(handle, (port) => process.send?.({ ready: { port, synchronous } }));
