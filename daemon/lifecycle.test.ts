import { expect } from 'chai';
import type { Component, Logger } from './core/runtime.js';
import type { Daemon } from './lifecycle.js';
import { Lifecycle } from './lifecycle.js';

const AT_ONCE = { delayMs: 0, timeoutMs: 1000 };
const nothing = (): void => undefined;
const silent: Logger = { debug: nothing, info: nothing, warn: nothing, error: nothing };

describe('lifecycle', () => {
  let events: string[];
  beforeEach(() => (events = []));

  function component(name: string, changes: Partial<Component> = {}): Component {
    return {
      name,
      start: async () => void events.push(`start ${name}`),
      stop: async () => {
        events.push(`stop ${name}`);
        return undefined;
      },
      ...changes,
    };
  }

  function lifecycle(...components: Component[]): Lifecycle {
    const daemon: Daemon = { components, beginDraining: () => void events.push('draining') };
    return new Lifecycle(daemon, silent);
  }

  it('starts in order, and drains in reverse after readiness is withdrawn', async () => {
    const daemon = lifecycle(component('redis'), component('host'), component('http'));
    await daemon.start();
    expect(daemon.running).to.deep.equal(['redis', 'host', 'http']);
    expect(await daemon.stop(AT_ONCE)).to.deep.equal([]);
    expect(events).to.deep.equal([
      'start redis',
      'start host',
      'start http',
      'draining',
      'stop http',
      'stop host',
      'stop redis',
    ]);
    expect(daemon.running).to.deep.equal([]);
  });

  it('stops the started components when one cannot start, and throws its error', async () => {
    const broken = component('http', { start: () => Promise.reject(new Error('cannot listen on 127.0.0.1:1')) });
    const daemon = lifecycle(component('host'), broken, component('metrics'));
    const error = await daemon.start().then(nothing, (thrown: unknown) => thrown);
    expect(error).to.have.property('message', 'cannot listen on 127.0.0.1:1');
    expect(events).to.deep.equal(['start host', 'draining', 'stop host']);
  });

  it('does not start the rest when it is stopped while starting', async () => {
    let release = nothing;
    const slow = component('slow', { start: () => new Promise((resolve) => (release = resolve)) });
    const daemon = lifecycle(slow, component('http'));
    const started = daemon.start();
    const stopped = daemon.stop(AT_ONCE);
    release();
    await Promise.all([started, stopped]);
    expect(events).to.deep.equal(['draining', 'stop slow', 'stop slow']);
  });

  it('closes the port that a component opens while it is being stopped', async () => {
    let isOpen = false;
    const listening = component('http', {
      start: () => new Promise((resolve) => setImmediate(() => resolve(void (isOpen = true)))),
      stop: () => Promise.resolve(void (isOpen = false)),
    });
    const daemon = lifecycle(component('host'), listening);
    const started = daemon.start();
    await new Promise((resolve) => process.nextTick(resolve));
    expect(await daemon.stop(AT_ONCE)).to.deep.equal([]);
    await started;
    expect(isOpen).to.equal(false);
    expect(events).to.deep.equal(['start host', 'draining', 'stop host']);
  });

  for (const [during, what] of [
    ['http', 'while it is being stopped'],
    ['host', 'while another one is being stopped'],
  ] as const) {
    it(`stops all others, and reports no failure, when a component fails to start ${what}`, async () => {
      let fail = nothing;
      const failing = new Promise<void>((_resolve, reject) => (fail = () => reject(new Error('no port'))));
      /** The failure to start has been handled before the component is stopped. */
      const stopped = (name: string): Component['stop'] => {
        return async () => {
          if (name === during) fail();
          await new Promise((resolve) => setImmediate(resolve));
          events.push(`stop ${name}`);
          return undefined;
        };
      };
      const daemon = lifecycle(
        component('redis'),
        component('host', { stop: stopped('host') }),
        component('http', { start: () => failing, stop: stopped('http') }),
      );
      const started = daemon.start();
      await new Promise((resolve) => setImmediate(resolve));
      expect(await daemon.stop(AT_ONCE)).to.deep.equal([]);
      await started;
      const stops = ['stop http', 'stop host', 'stop redis'];
      expect(events).to.deep.equal(['start redis', 'start host', 'draining', ...stops]);
      expect(daemon.running).to.deep.equal([]);
    });
  }

  it('reports what each component lost, and stops the others anyway', async () => {
    const daemon = lifecycle(
      component('redis'),
      component('host', { stop: () => Promise.reject(new Error('the socket is gone')) }),
      component('http', { stop: () => Promise.resolve('3 HTTP requests') }),
    );
    await daemon.start();
    expect(await daemon.stop(AT_ONCE)).to.deep.equal(['3 HTTP requests', 'host failed to stop: the socket is gone']);
    expect(events.at(-1)).to.equal('stop redis');
  });

  it('abandons a component that exceeds its time', async () => {
    const daemon = lifecycle(component('redis'), component('http', { stop: () => new Promise(nothing) }));
    await daemon.start();
    expect(await daemon.stop({ delayMs: 0, timeoutMs: 0 })).to.deep.equal(['http did not stop']);
    expect(events.at(-1)).to.equal('stop redis');
  });

  it('passes the remaining time to each component', async () => {
    const given: number[] = [];
    const patient = (name: string) =>
      component(name, {
        stop: (timeoutMs) => {
          given.push(timeoutMs);
          return Promise.resolve(undefined);
        },
      });
    const daemon = lifecycle(patient('redis'), patient('http'));
    await daemon.start();
    await daemon.stop({ delayMs: 0, timeoutMs: 500 });
    expect(given).to.have.length(2);
    expect(given[0]).to.be.at.most(500);
    expect(given[1]).to.be.at.most(given[0]!);
  });

  it('stops once, however often it is called', async () => {
    const daemon = lifecycle(component('http'));
    await daemon.start();
    await Promise.all([daemon.stop(AT_ONCE), daemon.stop(AT_ONCE)]);
    expect(events.filter((event) => event === 'stop http')).to.have.length(1);
  });
});
