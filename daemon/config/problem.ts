/** One thing that is wrong with the configuration: where somebody set it, and what to do about it. Holds no secret. */
export interface Problem {
  /** "gatehouse.yaml:3:5", "GATEHOUSE_HTTP__PORT", "--set http.port"; the key's name where several places share the blame. */
  readonly where: string;
  readonly what: string;
}

/** Everything that is wrong, at once: nobody should have to start a daemon five times to find five mistakes. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly problems: readonly Problem[]) {
    const lines = problems.map(({ where, what }) => `  ${where}: ${what}`);
    super(`the configuration is not valid (docs/configuration.md describes every key):\n${lines.join('\n')}`);
  }
}
