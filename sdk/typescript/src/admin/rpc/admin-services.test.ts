import { expect } from 'chai';
import type { AdminOptions } from '../admin-options.js';
import { adminServices } from './admin-services.js';

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };
const ALWAYS = ['AdminDirectoryService', 'AdminRecordService', 'AdminBulkService', 'AdminSearchService'];

/** The services of a host whose directory has these stores, with the names of their rpcs. */
function served(...stores: readonly string[]) {
  const directory = Object.fromEntries(stores.map((store) => [store, {}]));
  const options = { database: { engine: 'sqlite' }, directory, controllers: [], plugins: [] };
  return adminServices(options as unknown as AdminOptions, SILENT).map(({ definition, rpcs }) => ({
    name: Object.values(definition)[0]?.path.split(/[./]/).at(-2),
    definition,
    rpcs,
  }));
}

describe('the services of the admin half (admin_directory.proto)', () => {
  const STORES = {
    accounts: 'AdminAccountService',
    sessions: 'AdminSessionService',
    secondFactors: 'AdminSecondFactorService',
    passkeys: 'AdminPasskeyService',
    views: 'AdminViewService',
  };

  it('are those of records and administrators, and one more for each store of the directory', () => {
    expect(served().map(({ name }) => name)).to.deep.equal(ALWAYS);
    for (const [store, service] of Object.entries(STORES))
      expect(
        served(store).map(({ name }) => name),
        store,
      ).to.deep.equal([...ALWAYS, service]);
    expect(served(...Object.keys(STORES)).map(({ name }) => name)).to.deep.equal([...ALWAYS, ...Object.values(STORES)]);
  });

  it('have every rpc of their definition, under the name that a stream uses', () => {
    for (const { name = '', definition, rpcs } of served(...Object.keys(STORES))) {
      expect(rpcs).to.have.all.keys(Object.keys(definition));
      for (const [rpc, { name: streamed }] of Object.entries(rpcs)) expect(streamed).to.equal(`${name}.${rpc}`);
    }
  });
});
