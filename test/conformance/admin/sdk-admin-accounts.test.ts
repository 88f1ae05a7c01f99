import { accountsConformance } from './accounts.js';
import { ENGINES } from './databases.js';

for (const { engine, openShop } of ENGINES) {
  describe(`the SDK's accounts of administrators on ${engine} (admin_account.proto)`, () =>
    accountsConformance(openShop));
}
