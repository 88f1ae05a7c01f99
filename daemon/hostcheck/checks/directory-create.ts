import { randomToken } from '../../core/random.js';
import { newAdministrator, newPasswordHash } from '../admin/administrators.js';
import { CALL } from '../admin/ports.js';
import type { Check } from '../check.js';
import { expectSame } from '../failure.js';

export const directoryCreate: Check = {
  name: 'directory/create',
  citation: 'admin_directory.proto: CreateAdministrator',
  on: 'admin',
  run: async ({ admin: { directory } }) => {
    const { administrator } = await newAdministrator(directory);
    const { login, email } = administrator;
    const elsewhere = `${randomToken(9)}@check-host.example`;
    const create = async (change: { login?: string; email?: string; role?: string }): Promise<string> => {
      const fresh = { login: `check-host-${randomToken(9)}`, email: elsewhere };
      const request = { ...fresh, passwordHash: newPasswordHash(), superuser: false, ...change };
      const outcome = await directory.create(request, CALL);
      return outcome.created ? 'created' : outcome.reason;
    };
    const advice = 'Logins and e-mail addresses are unique without regard to case: store or index them in lower case.';
    expectSame('creation with a login that is taken', await create({ login }), 'loginTaken', advice);
    expectSame('… in other case', await create({ login: login.toUpperCase() }), 'loginTaken', advice);
    expectSame('creation with an address that is taken', await create({ email }), 'emailTaken', advice);
    expectSame('… in other case', await create({ email: email.toUpperCase() }), 'emailTaken', advice);
    const role = `check-host-${randomToken(9)}`;
    expectSame('creation with an unknown role', await create({ role }), 'roleUnknown', 'Look the role up first.');
    expectSame(
      'creation after all these',
      await create({}),
      'created',
      'A creation that is refused leaves nothing behind: do it all in one transaction.',
    );
  },
};
