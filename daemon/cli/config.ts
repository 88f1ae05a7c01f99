import { reportJson, reportTable } from '../config/report.js';
import { configWarnings } from '../config/warnings.js';
import type { AddCommand } from './command.js';
import type { ConfigOptions } from './config-options.js';
import { loadFrom, withConfigOptions } from './config-options.js';

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
