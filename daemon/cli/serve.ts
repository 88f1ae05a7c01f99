import type { AddCommand } from './command.js';
import type { ConfigOptions } from './config-options.js';
import { loadFrom, withConfigOptions } from './config-options.js';

export const addServe: AddCommand = (program, finish) => {
  withConfigOptions(program.command('serve'))
    .description('run the daemon until SIGTERM or SIGINT')
    .action(async (options: ConfigOptions) => {
      const { config } = loadFrom(options);
      // Only here: every other command would load all adapters, their binaries included, for nothing.
      const { serve } = await import('../serve.js');
      finish(await serve(config));
    });
};
