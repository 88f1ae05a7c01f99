import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import type { ApiClient } from '../../support/admin/client.js';
import { expectOk, expectRefused } from '../../support/admin/expect.js';
import { codeAt, stepNow } from '../../support/one-time-code.js';

const NOTES = '/acme/notes/notes';
const ADMINISTRATORS = '/gatehouse/backend/administrators';
const ROLES = '/gatehouse/backend/roles';
const PASSWORD = 'a-long-password-of-carol';

/** The screens that a host has without code for them: accounts, sessions, second factors, views, exports, many records. */
export function screenTests(adminOf: () => ApiClient, guestOf: () => ApiClient): void {
  describe('administration, screens without code', () => {
    const bearer = (data: { readonly token: string }) => guestOf().with({ authorization: `Bearer ${data.token}` });
    const login = (password: string) => guestOf().post('/auth/login', { login: 'carol', password });

    it('a colleague chooses a password, sets up a second factor, and signs in with it once a code (AD-245, AD-255 to AD-259)', async () => {
      const admin = adminOf();
      const role = {
        code: 'guarded',
        name: 'Guarded',
        permissions: ['acme.notes.access'],
        requires_second_factor: true,
      };
      const { id: roleId } = expectOk(await admin.post(ROLES, role), 201).data as { readonly id: string };
      const values = { login: 'carol', email: 'carol@example.test', role: roleId };
      const { id } = expectOk(await admin.post(ADMINISTRATORS, values), 201).data as { readonly id: string };
      const link = expectOk(await admin.post(`${ADMINISTRATORS}/${id}/password-link`, {}), 201);
      const token = String(link.data.path).split('#')[1] ?? '';
      expectOk(await guestOf().post('/auth/set-password', { token, password: PASSWORD }));

      const first = bearer(expectOk(await login(PASSWORD)).data as { readonly token: string });
      expectRefused(await first.get(NOTES), 403, 'second_factor_required');
      const own = '/auth/account/second-factor';
      const { secret, ticket } = expectOk(await first.post(`${own}/setup`, { password: PASSWORD })).data as {
        readonly secret: string;
        readonly ticket: string;
      };
      const step = stepNow();
      const { recovery_codes: recovery } = expectOk(await first.post(own, { ticket, code: codeAt(secret, step) }))
        .data as {
        readonly recovery_codes: readonly string[];
      };
      const asked = async () => String(expectOk(await login(PASSWORD)).data.second_factor);
      const answered = async (code: string) => guestOf().post('/auth/second-factor', { ticket: await asked(), code });
      const carol = bearer(expectOk(await answered(recovery[0] ?? '')).data as { readonly token: string });
      expectRefused(await answered(recovery[0] ?? ''), 401, 'second_factor_invalid');
      expectRefused(await answered(codeAt(secret, step)), 401, 'second_factor_invalid');
      expectOk(await carol.get(NOTES));

      const { data: sessions } = expectOk(await carol.get('/auth/account/sessions'));
      expect(sessions, 'of the setup, and of the last sign-in').to.have.length(2);
      const listed = sessions as readonly { readonly id: string; readonly is_current: boolean }[];
      const current = listed.find((one) => one.is_current)?.id ?? expect.fail('no session is the current one');
      expectOk(await carol.delete(`/auth/account/sessions/${current}`));
      expectRefused(await carol.get(NOTES), 401, 'unauthenticated');
      expectOk(await admin.post(`${ADMINISTRATORS}/${id}/reset-second-factor`, {}));
    });

    it('keeps the last superuser (AD-243)', async () => {
      const { data } = expectOk(await adminOf().get('/auth/me'));
      const path = `${ADMINISTRATORS}/${String(data.id)}`;
      const { data: form } = expectOk(await adminOf().get(path));
      const answer = await adminOf().put(path, { is_activated: false, _version: form._version });
      expect(answer.fields).to.have.property('is_activated');
    });

    it('exports a list, saves a view of it, and deletes the records that match (AD-272, AD-274)', async () => {
      const admin = adminOf();
      const { data: one } = expectOk(await admin.get(`${NOTES}?search=logbook`));
      const { user } = expectOk(await admin.get(`${NOTES}/${String(one[0].id)}`)).data as { readonly user: unknown };
      for (const text of ['Old draft 1', 'Old draft 2']) expectOk(await admin.post(NOTES, { text, user }), 201);
      const { data: exported } = expectOk(await admin.get(`${NOTES}/export/records?search=draft`));
      expect(exported).to.have.length(2);
      const view = { name: 'Drafts', query: 'search=draft', shared: true };
      const { data: saved } = expectOk(await admin.post(`${NOTES}/list/views`, view), 201);
      expect(expectOk(await admin.get(`${NOTES}/list/views`)).data).to.deep.equal([saved]);
      const { data: done } = expectOk(await admin.post(`${NOTES}/bulk/delete?search=draft`, { all: true }));
      expect(done).to.include({ done: 2, has_more: false });
      expect(expectOk(await admin.get(`${NOTES}?search=draft`)).data).to.deep.equal([]);
    });
  });
}

/** On a host that can import. */
export function importTests(adminOf: () => ApiClient): void {
  describe('administration, import', () => {
    const IMPORT = `${NOTES}/import`;
    const send = (path: string, file: string) =>
      adminOf().with({ 'content-type': 'text/csv; charset=utf-8' }).request('POST', path, file);

    it('imports a file of notes, once, and names the row that it refuses (AD-389 to AD-391, AD-394)', async () => {
      const { data: schema } = expectOk(await adminOf().get(`${NOTES}/schema/list`));
      expect(schema.import).to.deep.equal({ title: 'Import notes' });
      const rows = 'Written by,Note\nGrace Example,Imported 1\nGrace Example,Imported 2\n';
      const { data: checked } = expectOk(await send(`${IMPORT}/check`, `${rows}Nobody,Imported 3\n`));
      expect(checked).to.deep.include({ rows: 3, more_problems: 0 });
      const problems = checked.problems as readonly { readonly row: number; readonly column: number }[];
      expect(problems.map(({ row, column }) => [row, column])).to.deep.equal([[4, 0]]);
      const operation = randomUUID();
      for (const time of ['first', 'second']) {
        const { data: done } = expectOk(await send(`${IMPORT}?operation=${operation}`, rows), 201);
        expect(done, time).to.include({ created: 2, incomplete: false });
      }
      const { data: found } = expectOk(await adminOf().get(`${NOTES}?search=imported`));
      expect(found).to.have.length(2);
      expectOk(await adminOf().post(`${NOTES}/bulk/delete?search=imported`, { all: true }));
    });
  });
}
