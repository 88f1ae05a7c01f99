import { ENGINES } from './databases.js';
import { viewsConformance } from './views.js';

for (const { engine, openShop } of ENGINES) {
  describe(`the SDK's saved views on ${engine} (admin_view.proto, AD-293)`, () => viewsConformance(openShop));
}
