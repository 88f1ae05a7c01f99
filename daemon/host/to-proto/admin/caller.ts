import type { AdminCaller } from '../../../contract/generated/gatehouse/host/v1/AdminCaller.js';
import type { Caller } from '../../../admin/model/principal.js';

export function toAdminCaller({ principal, locale }: Caller): AdminCaller {
  return {
    administratorId: principal.id,
    login: principal.login,
    superuser: principal.superuser,
    permissions: [...principal.permissions],
    locale,
  };
}
