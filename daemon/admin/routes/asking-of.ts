import type { Asking } from '../usecases/asking.js';
import type { AdminRequest } from './endpoint.js';

/** Who asks, as the use cases take it. */
export function askingOf({ administrator, locale, permissions, call }: AdminRequest): Asking {
  return { caller: { principal: administrator, locale }, permissions, call };
}
