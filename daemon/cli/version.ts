import { VERSION } from '../version.js';
import type { AddCommand } from './command.js';

export const addVersion: AddCommand = (program) => {
  program
    .command('version')
    .description('print the version')
    .action(() => console.log(VERSION));
};
