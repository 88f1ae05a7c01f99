import { formatProblem, SchemaError } from '../admin/schema/problems.js';
import type { AddCommand } from './command.js';
import type { ConfigOptions } from './config-options.js';
import { loadFrom, withConfigOptions } from './config-options.js';
import { FAILED, OK } from './exit.js';

/** The compiler alone, for whoever writes a plugin: what would stop startup, without a start. */
export const addCheck: AddCommand = (program, finish) => {
  withConfigOptions(program.command('check'))
    .description("hold the plugins' YAML against what the host registers: prints every mistake with file and line")
    .action(async (options: ConfigOptions) => {
      const { config } = loadFrom(options);
      // Only here: it brings the connection to the host with it.
      const { checkPlugins } = await import('../compose/check-plugins.js');
      try {
        const checked = await checkPlugins(config);
        for (const warning of checked?.warnings ?? []) console.error(`warning: ${warning}`);
        console.log(
          checked === undefined
            ? 'the host registers nothing for the admin backend'
            : `in order: controllers ${checked.controllers}, settings screens ${checked.settings}, languages ${checked.locales.join(', ')}`,
        );
        finish(OK);
      } catch (error) {
        if (!(error instanceof SchemaError)) throw error;
        for (const problem of error.problems) console.error(formatProblem(problem));
        console.error(`${error.problems.length} to mend`);
        finish(FAILED);
      }
    });
};
