import type { AddCommand } from './command.js';
import type { ConfigOptions } from './config-options.js';
import { loadFrom, withConfigOptions } from './config-options.js';
import { OK } from './exit.js';

/** Has the host create its tables of administrators, or bring them up to date. */
export const addMigrate: AddCommand = (program, finish) => {
  withConfigOptions(program.command('migrate'))
    .description("bring the host's tables of administrators up to date")
    .action(async (options: ConfigOptions) => {
      const { config } = loadFrom(options);
      const { migrate } = await import('../compose/operate.js');
      const applied = await migrate(config);
      console.log(applied.length === 0 ? 'the tables are up to date' : `applied ${applied.join(', ')}`);
      finish(OK);
    });
};
