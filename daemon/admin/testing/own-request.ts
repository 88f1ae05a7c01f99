import type { Administrator } from '../model/administrator.js';
import type { OwnRequest } from '../usecases/prove-owner.js';
import { ADA } from './administrator.js';

/** A request of Ada about her own account. */
export function ownRequest(more: Partial<Administrator> = {}): OwnRequest {
  return {
    administrator: { ...ADA, ...more },
    clientAddress: '192.0.2.1',
    call: { requestId: 'r-1' },
  };
}
