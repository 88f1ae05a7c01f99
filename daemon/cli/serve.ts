import type { AddCommand } from './command.js';
import type { ConfigOptions } from './config-options.js';
import { loadFrom, withConfigOptions } from './config-options.js';

export const addServe: AddCommand = (program) => {
  withConfigOptions(program.command('serve'))
    .description('run the daemon until SIGTERM or SIGINT')
    .action(async (options: ConfigOptions) => {
      const { config } = loadFrom(options);
      // Only here: every other command would load all adapters, their binaries included, for nothing.
      const { serve } = await import('../serve.js');
      const code = await serve(config);
      // Everything is finished or given up by now; a handle that some library still holds must not keep the process.
      process.exit(code);
    });
};
