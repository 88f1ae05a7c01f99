import { expectAccessible } from './support/accessible.js';
import { arrange, SCREENS } from './support/screens.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';
import { DESKTOP, PHONE } from './support/visit.js';

describe('every screen of the admin application: no axe violations and no horizontal overflow (AD-201)', function () {
  this.timeout(60_000);
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));
  beforeEach(() => site.forgetAttempts());

  for (const screen of SCREENS) {
    for (const [device, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
      it(`${screen.name}, ${device}`, () =>
        site.visit(
          { path: screen.path, viewport, reducedMotion: 'reduce', ...(screen.as && { as: screen.as }) },
          async (visit) => {
            await arrange(screen, visit);
            await expectAccessible(visit.page, screen.except);
          },
        ));
    }
  }
});
