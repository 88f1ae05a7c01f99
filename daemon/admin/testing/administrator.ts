import type { Administrator } from '../model/administrator.js';

/** An administrator without rights, for tests that do not depend on who it is. */
export const ADA: Administrator = {
  id: '7',
  login: 'ada',
  email: 'ada@example.test',
  displayName: 'Ada',
  role: '',
  locale: '',
  superuser: false,
  permissions: [],
  tokenVersion: 3,
};
