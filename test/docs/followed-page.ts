import { expect } from 'chai';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run, startChild, untilReady, type Child } from '../support/child.js';
import { freePort } from '../support/free-port.js';
import { send } from '../support/http-client.js';
import { install, ROOT } from '../support/installed.js';

/** Ports in a page: the application, the daemon, the host, the consent listener. */
const PORTS = ['8080', '8081', '9090', '9091'] as const;

/** Of "@scope/name@1". */
function withoutVersion(name: string): string {
  return name.replace(/(?<=.)@[^/@]*$/, '');
}

/**
 * Follows a page of docs/ in an empty folder as a reader would: installs the packages of its `npm install` line, and
 * writes the files of its blocks, whose first line has a name such as "js host.js". Changes only the ports. A page that
 * continues another one can change files: "diff host.js".
 */
export class FollowedPage {
  private constructor(
    public markdown: string,
    private readonly ports: ReadonlyMap<string, string>,
    readonly project: string,
  ) {}

  static async follow(path: string): Promise<FollowedPage> {
    const markdown = readFileSync(join(ROOT, path), 'utf8');
    const [, packages = ''] = /^npm install \.\/gatehouse-\*\.tgz (.*)$/m.exec(markdown) ?? [];
    const ports = new Map<string, string>();
    for (const port of PORTS) ports.set(port, String(await freePort()));
    const project = await install(['gatehouse', '@gatehouse/host'], packages.split(' ').map(withoutVersion));
    const page = new FollowedPage(markdown, ports, project);
    await page.#makeFiles();
    return page;
  }

  /** Goes on with a page that continues this one in the same folder. Its commands take the place of the first ones. */
  async continueWith(path: string): Promise<void> {
    this.markdown = readFileSync(join(ROOT, path), 'utf8');
    await this.#makeFiles();
  }

  async #makeFiles(): Promise<void> {
    for (const [, kind, file = '', text = ''] of this.markdown.matchAll(/^```(\w+) (\S+\.\w+)\n([^]*?)^```/gm)) {
      if (kind === 'diff') await this.#change(file, text);
      else this.write(file, text);
    }
  }

  async #change(file: string, hunks: string): Promise<void> {
    const patch = join(this.project, 'page.patch');
    writeFileSync(patch, `--- a/${file}\n+++ b/${file}\n${this.#onPorts(hunks)}`);
    await run('git', ['apply', patch], { cwd: this.project });
  }

  /** The port that replaces the one in the page. */
  port(named: (typeof PORTS)[number]): string {
    return this.ports.get(named)!;
  }

  /** The block with the heading ```sh name, with the ports of this run. */
  commands(name: string): string {
    const text = new RegExp(`^\`\`\`sh ${name}\\n([^]*?)^\`\`\``, 'm').exec(this.markdown)?.[1];
    if (text === undefined) throw new Error(`the page has no block marked "sh ${name}"`);
    return this.#onPorts(text);
  }

  write(file: string, text: string): void {
    mkdirSync(dirname(join(this.project, file)), { recursive: true });
    writeFileSync(join(this.project, file), this.#onPorts(text));
  }

  read(file: string): string {
    return readFileSync(join(this.project, file), 'utf8');
  }

  /** Runs commands of the page in a shell that stops at the first failure. Returns their output. */
  shell(commands: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
    return run('bash', ['-euo', 'pipefail', '-c', commands], { cwd: this.project, env: { ...process.env, ...env } });
  }

  /** Runs `node file`, which has to appear in the page. */
  async startApplication(file: string, ready: string): Promise<Child> {
    expect(this.markdown).to.match(new RegExp(`\\bnode ${file}\\b`));
    const child = await startChild(process.execPath, [file], { cwd: this.project });
    await untilReady(child, file, () => expect(child.output()).to.contain(ready));
    return child;
  }

  /** Runs `npx gatehouse serve` until it has found its host. */
  async startDaemon(env: Readonly<Record<string, string>> = {}): Promise<Child> {
    expect(this.markdown).to.match(/^npx gatehouse serve\b/m);
    const child = await startChild(process.execPath, [this.#gatehouse, 'serve'], {
      cwd: this.project,
      env: { PATH: process.env.PATH, GATEHOUSE_METRICS__PORT: '0', ...this.#daemonPorts(), ...env },
    });
    await untilReady(child, 'gatehouse', async () => {
      const { status, body } = await send(`http://127.0.0.1:${this.port('8081')}/readyz`);
      expect(status, body).to.equal(200);
    });
    return child;
  }

  /** Runs `npx gatehouse …`. */
  command(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> {
    return run(process.execPath, [this.#gatehouse, ...args], {
      cwd: this.project,
      env: { PATH: process.env.PATH, ...this.#daemonPorts(), ...env },
    });
  }

  get #gatehouse(): string {
    return join(this.project, 'node_modules/gatehouse/dist/daemon/main.js');
  }

  #daemonPorts(): Record<string, string> {
    return {
      GATEHOUSE_HTTP__PORT: this.port('8081'),
      GATEHOUSE_HOST__ADDRESS: `127.0.0.1:${this.port('9090')}`,
      GATEHOUSE_CONSENT__ADDRESS: `127.0.0.1:${this.port('9091')}`,
    };
  }

  #onPorts(text: string): string {
    return text.replace(/\b(?:808[01]|909[01])\b/g, (port) => this.ports.get(port) ?? port);
  }
}
