import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { InvalidArgumentError } from 'commander';
import type { AddCommand } from './command.js';
import { FAILED, OK } from './command.js';

interface ImportOptions {
  readonly to: string;
  readonly as?: string;
}

/** Copies the YAML and the languages of an October or Winter plugin into plugins/, and lists what is left to do. */
export const addImportOctober: AddCommand = (program, finish) => {
  program
    .command('import-october <folder>')
    .description(
      'copy the YAML and languages of an October or Winter CMS plugin into plugins/; lists what is left to do',
    )
    .option('--to <folder>', 'the folder that contains plugins/', '.')
    .option('--as <vendor.plugin>', 'id of a plugin whose Plugin.php has no namespace', pluginId)
    .action(async (folder: string, { to, as }: ImportOptions) => {
      // Imported here because they load the compiler.
      const { importPlugin } = await import('../october/import-plugin.js');
      const { NotImportable, readPluginSource } = await import('../october/plugin-source.js');
      const { ImportReport } = await import('../october/report.js');
      const { summaryOf } = await import('../october/summary.js');
      try {
        const report = new ImportReport();
        const plugin = importPlugin(readPluginSource(folder, report), as, report);
        const target = join(to, 'plugins', ...plugin.id.split('.'));
        if (existsSync(target) && readdirSync(target).length > 0) {
          throw new NotImportable(`${target} is not empty; move it away, or import into another folder with --to`);
        }
        for (const [path, text] of plugin.files) {
          mkdirSync(dirname(join(target, path)), { recursive: true });
          writeFileSync(join(target, path), text, { flag: 'wx' });
        }
        console.log(summaryOf(plugin, report, { from: folder, to: target }));
        finish(OK);
      } catch (error) {
        if (!(error instanceof NotImportable)) throw error;
        console.error(error.message);
        finish(FAILED);
      }
    });
};

function pluginId(value: string): string {
  if (/^[a-z][a-z0-9_-]*\.[a-z][a-z0-9_-]*$/.test(value)) return value;
  throw new InvalidArgumentError('It must be two names such as acme.shop.');
}
