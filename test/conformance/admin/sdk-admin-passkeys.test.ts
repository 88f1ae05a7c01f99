import { ENGINES } from './databases.js';
import { passkeysConformance } from './passkeys.js';

for (const { engine, openShop } of ENGINES) {
  describe(`the SDK's passkeys on ${engine} (admin_passkey.proto)`, () => passkeysConformance(openShop));
}
