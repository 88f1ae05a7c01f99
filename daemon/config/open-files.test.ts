import { expect } from 'chai';
import { loadConfig } from './load.js';
import { openFilesWarnings } from './open-files.js';

describe('config: open files (docs/operations.md, Sizing)', () => {
  const { config } = loadConfig({ file: undefined, env: {}, set: ['http.max_connections=1000'] });

  it('are enough if there are some beside those of http.max_connections', () => {
    for (const limit of [1128, Infinity]) expect(openFilesWarnings(config, limit)).to.deep.equal([]);
  });

  it('are too few if clients could use all of them', () => {
    for (const limit of [1127, 100]) {
      const [warning, ...more] = openFilesWarnings(config, limit);
      expect(warning).to.contain(`http.max_connections is 1000, but each process may open only ${limit} files`);
      expect(more).to.deep.equal([]);
    }
  });
});
