import { ENGINES } from './databases.js';
import { sessionsConformance } from './sessions.js';

for (const { engine, openShop } of ENGINES) {
  describe(`the SDK's sessions of administrators on ${engine} (admin_session.proto)`, () =>
    sessionsConformance(openShop));
}
