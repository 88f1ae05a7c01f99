import { certificateWarnings } from '../config/certificate-dates.js';
import { configWarnings } from '../config/checks.js';
import { reportJson, reportTable } from '../config/load.js';
import type { AddCommand, ConfigOptions } from './command.js';
import { FAILED, loadFrom, OK, withConfigOptions } from './command.js';

export const addConfig: AddCommand = (program) => {
  withConfigOptions(program.command('config'))
    .description('print the effective configuration and the source of each value; hides secrets')
    .option('--json', 'print JSON')
    .action((options: ConfigOptions & { readonly json?: boolean }) => {
      const { config, resolved } = loadFrom(options);
      console.log(options.json === true ? reportJson(resolved) : reportTable(resolved));
      for (const warning of [...configWarnings(config), ...certificateWarnings(config)()])
        console.error(`warning: ${warning}`);
    });
};

/** Runs only the compiler, for plugin authors: it reports what would prevent a start, without starting. */
export const addCheck: AddCommand = (program, finish) => {
  withConfigOptions(program.command('check'))
    .description("check the plugins' YAML against the host's registration; prints each error with file and line")
    .action(async (options: ConfigOptions) => {
      const { config } = loadFrom(options);
      // Imported here because they load the connection to the host, and the compiler.
      const { checkPlugins } = await import('../operator/check-plugins.js');
      const { counted, formatProblem, SchemaError } = await import('../admin/schema/yaml/problems.js');
      try {
        const checked = await checkPlugins(config);
        for (const warning of checked?.warnings ?? []) console.error(`warning: ${warning}`);
        console.log(
          checked === undefined
            ? 'the host registers no admin backend'
            : `OK: ${counted(checked.controllers, 'controller')}, ${counted(checked.settings, 'settings screen')}, languages ${checked.locales.join(', ')}`,
        );
        finish(OK);
      } catch (error) {
        if (!(error instanceof SchemaError)) throw error;
        for (const problem of error.problems) console.error(formatProblem(problem));
        console.error(counted(error.problems.length, 'error'));
        finish(FAILED);
      }
    });
};
