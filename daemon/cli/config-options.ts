import type { Command } from 'commander';
import type { Loaded } from '../config/load.js';
import { DEFAULT_FILE, loadConfig } from '../config/load.js';

export interface ConfigOptions {
  readonly config?: string;
  readonly set: readonly string[];
}

/** Adds the options by which every command that needs the configuration finds it. */
export function withConfigOptions(command: Command): Command {
  return command
    .option('--config <file>', `configuration file (default: $GATEHOUSE_CONFIG, or ${DEFAULT_FILE} when it exists)`)
    .option(
      '--set <key=value>',
      'set one key, over file and environment; repeatable',
      (value: string, earlier: readonly string[]) => [...earlier, value],
      [],
    );
}

/** Throws ConfigError. */
export function loadFrom(options: ConfigOptions): Loaded {
  return loadConfig({ file: options.config, env: process.env, set: options.set });
}
