import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeStaleSocket, unixSocketPath } from './unix-socket.js';

describe('a Unix socket at the address (connect(2): ECONNREFUSED)', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-host-'));
    path = join(folder, 'host.sock');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is removed when the process that listened was killed', async () => {
    const script = `require('net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`;
    spawnSync(process.execPath, ['-e', script]);
    expect(existsSync(path)).to.equal(true);
    await removeStaleSocket(`unix:${path}`);
    expect(existsSync(path)).to.equal(false);
  });

  it('is removed at an address with an empty authority as well (unix:///path, as gRPC writes it)', async () => {
    const script = `require('net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`;
    spawnSync(process.execPath, ['-e', script]);
    await removeStaleSocket(`unix://${path}`);
    expect(existsSync(path)).to.equal(false);
  });

  it('may be missing, and an address of TCP names none', async () => {
    await removeStaleSocket(`unix:${path}`);
    await removeStaleSocket('127.0.0.1:50051');
    expect(existsSync(path)).to.equal(false);
  });

  it('is left alone while somebody listens', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(path, resolve));
    await removeStaleSocket(`unix:${path}`);
    expect(existsSync(path)).to.equal(true);
    await new Promise((resolve) => server.close(resolve));
  });

  it('is no other file: one that a mistyped address names keeps what it holds', async () => {
    writeFileSync(path, 'the application’s data');
    await removeStaleSocket(`unix:${path}`);
    expect(readFileSync(path, 'utf8')).to.equal('the application’s data');
  });
});

describe('the file of an address', () => {
  it('is what follows unix:, with or without an empty authority', () => {
    expect(unixSocketPath('unix:/run/host.sock')).to.equal('/run/host.sock');
    expect(unixSocketPath('unix:///run/host.sock')).to.equal('/run/host.sock');
    expect(unixSocketPath('unix:host.sock')).to.equal('host.sock');
    for (const address of ['unix:', '127.0.0.1:1', 'unix-host:1']) expect(unixSocketPath(address)).to.equal(undefined);
  });
});
