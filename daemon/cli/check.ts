import { formatProblem, SchemaError } from '../admin/schema/yaml/problems.js';
import { configWarnings } from '../config/checks.js';
import { reportJson, reportTable } from '../config/load.js';
import type { AddCommand, ConfigOptions } from './command.js';
import { FAILED, loadFrom, OK, withConfigOptions } from './command.js';

export const addConfig: AddCommand = (program) => {
  withConfigOptions(program.command('config'))
    .description('print the resolved configuration and who set what; secrets are never shown')
    .option('--json', 'print JSON')
    .action((options: ConfigOptions & { readonly json?: boolean }) => {
      const { config, resolved } = loadFrom(options);
      console.log(options.json === true ? reportJson(resolved) : reportTable(resolved));
      for (const warning of configWarnings(config)) console.error(`warning: ${warning}`);
    });
};

/** The compiler alone, for whoever writes a plugin: what would stop startup, without a start. */
export const addCheck: AddCommand = (program, finish) => {
  withConfigOptions(program.command('check'))
    .description("hold the plugins' YAML against what the host registers: prints every mistake with file and line")
    .action(async (options: ConfigOptions) => {
      const { config } = loadFrom(options);
      // Only here: it brings the connection to the host with it.
      const { checkPlugins } = await import('../operator/check-plugins.js');
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
