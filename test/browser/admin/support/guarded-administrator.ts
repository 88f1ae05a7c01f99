import { expect } from 'chai';
import type { AdminSite } from './site.js';

/** Creates Mary with a password, and with a role that demands a second factor. */
export async function createGuardedMary(site: AdminSite, password: string): Promise<void> {
  const root = await site.api('admin@example.test');
  const roles = await root.post('/gatehouse/backend/roles', {
    ...{ code: 'guarded', name: 'Guarded', permissions: ['acme.blog.*'] },
    requires_second_factor: true,
  });
  expect(roles.status, roles.body).to.equal(201);
  const path = '/gatehouse/backend/administrators';
  const made = await root.post(path, { login: 'mary', email: 'mary@example.test', role: roles.data.id });
  expect(made.status, made.body).to.equal(201);
  const link = await root.post(`${path}/${String(made.data.id)}/password-link`, {});
  const token = String(link.data.path).split('#')[1] ?? '';
  expect((await root.post('/auth/set-password', { token, password })).status).to.equal(200);
}
