import { ENGINES } from './databases.js';
import { secondFactorsConformance } from './second-factors.js';

for (const { engine, openShop } of ENGINES) {
  describe(`the SDK's second factors on ${engine} (admin_second_factor.proto)`, () =>
    secondFactorsConformance(openShop));
}
