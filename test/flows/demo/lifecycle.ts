import { expect } from 'chai';
import { createServer } from 'node:net';
import { eventually } from '../../support/eventually.js';
import { detail, usual } from '../../support/every-test.js';
import { freePort } from '../../support/free-port.js';
import { isRunning, launch, startDemo, startDemoClient } from './running-demo.js';

/** How the demo ends when something goes wrong. */
export function lifecycleTests(): void {
  for (const signal of usual(['SIGTERM', 'SIGINT'] as const)) {
    it(`${signal} stops everything it started`, async () => {
      const demo = await startDemo();
      expect([demo.application, demo.gatehouse].every(isRunning)).to.equal(true);
      const { code } = await demo.launcher.end(signal);
      expect(code, demo.launcher.output()).to.equal(0);
      expect([demo.application, demo.gatehouse].filter(isRunning)).to.deep.equal([]);
      expect(await answers(`${demo.issuer}/healthz`)).to.equal(false);
      expect(await answers(`${demo.daemonUrl}/healthz`)).to.equal(false);
      demo.removeFiles();
    });
  }

  it('reports a port that is in use, with what to do, and leaves no process running', async () => {
    const port = await freePort();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
    const launcher = await launch(port);
    const { code } = await launcher.exited;
    other.close();
    expect(code).to.equal(1);
    expect(launcher.output()).to.match(new RegExp(`Port ${port} is in use\\. .*DEMO_PORT=`));
  });

  detail('when the daemon exits, the application is stopped too, and the end of the log is shown', async () => {
    const demo = await startDemo();
    process.kill(demo.gatehouse, 'SIGKILL');
    const { code } = await demo.launcher.exited;
    expect(code).to.equal(1);
    expect(demo.launcher.output()).to.match(/Gatehouse ended \(SIGKILL\)\. The end of .*gatehouse\.log:/);
    expect(isRunning(demo.application)).to.equal(false);
    demo.removeFiles();
  });

  detail('when the launcher is killed and cannot stop anything, both parts exit automatically', async () => {
    const demo = await startDemo();
    demo.launcher.signal('SIGKILL');
    await demo.launcher.exited;
    await eventually(() => {
      expect([demo.application, demo.gatehouse].filter(isRunning)).to.deep.equal([]);
    });
    demo.removeFiles();
  });

  detail('when make is killed and cannot forward a signal, all parts exit automatically', async () => {
    const demo = await startDemo('as make does');
    demo.launcher.signal('SIGKILL');
    await eventually(() => {
      expect([demo.application, demo.gatehouse].filter(isRunning)).to.deep.equal([]);
    });
    demo.removeFiles();
  });

  it('the demo client says what to do if no demo is running', async () => {
    const client = await startDemoClient(await freePort());
    const { code } = await client.exited;
    expect(code).to.equal(1);
    expect(client.output()).to.contain('make demo');
  });
}

function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  );
}
