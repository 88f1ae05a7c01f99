import type { HostCheckOptions } from '../../daemon/hostcheck/subject/connection.js';
import type { Report } from '../../daemon/hostcheck/report.js';
import { runHostCheck } from '../../daemon/hostcheck/run.js';
import type { ServedHost } from './serve.js';

/** Of one call: on a busy machine, a sound host may not answer within the five seconds of the default. */
export const PATIENCE_MS = 30_000;

/** For a describe block: runs check-host against a host, and closes the host before the next run and after the test. */
export function hostChecker(): (served: ServedHost, options?: Omit<HostCheckOptions, 'address'>) => Promise<Report> {
  let host: ServedHost | undefined;
  const close = async (): Promise<void> => {
    await host?.close();
    host = undefined;
  };
  afterEach(close);
  return async (served, options = {}) => {
    await close();
    host = served;
    return runHostCheck({ address: served.address, timeoutMs: PATIENCE_MS, ...options });
  };
}
