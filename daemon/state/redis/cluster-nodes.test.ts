import { expect } from 'chai';
import type { Cluster } from 'ioredis';
import { EventEmitter } from 'node:events';
import { ClusterNodes } from './cluster-nodes.js';

const NOT_SERVING =
  'the cluster does not serve all slots, or its nodes announce no address (cluster-announce-ip); see CLUSTER INFO and CLUSTER SLOTS';
const REFUSED = 'connect ECONNREFUSED';

/** A master that answers CLUSTER INFO and CLUSTER SLOTS. */
function node(port: number, info: string | Error = 'cluster_state:ok\r\n', slots: unknown[] = []) {
  const asked: string[] = [];
  const made = Object.assign(new EventEmitter(), {
    options: { host: '10.0.0.1', port },
    async cluster(what: string) {
      asked.push(what);
      await Promise.resolve();
      if (what === 'SLOTS') return slots;
      if (info instanceof Error) throw info;
      return info;
    },
  });
  return { made, asked };
}

function cluster(...masters: readonly ReturnType<typeof node>[]) {
  const events = Object.assign(new EventEmitter(), {
    nodes: (role: string) => (role === 'master' ? masters.map(({ made }) => made) : []),
  });
  const errors: string[] = [];
  const nodes = new ClusterNodes(events as unknown as Cluster);
  events.on('error', ({ message }: Error) => errors.push(message));
  const fails = (port: number): void =>
    void events.emit('node error', new Error(`${REFUSED} ${port}`), `10.0.0.1:${port}`);
  return { events, errors, nodes, fails };
}

async function problem(nodes: ClusterNodes): Promise<string | undefined> {
  return nodes.reach().then(
    () => undefined,
    (error: unknown) => String(error),
  );
}

describe('redis: nodes of a cluster', () => {
  it('are those that fail, until they are reached', () => {
    const { events, nodes, fails } = cluster();
    const { made } = node(7000);
    events.emit('+node', made);
    fails(7000);
    fails(7001);
    expect(nodes.failing).to.deep.equal([
      { host: '10.0.0.1', port: 7000 },
      { host: '10.0.0.1', port: 7001 },
    ]);
    made.emit('ready');
    expect(nodes.failing).to.deep.equal([{ host: '10.0.0.1', port: 7001 }]);
  });

  it('may have an IPv6 address', () => {
    const { events, nodes } = cluster();
    events.emit('node error', new Error(REFUSED), '2001:db8::1:7000');
    expect(nodes.failing).to.deep.equal([{ host: '2001:db8::1', port: 7000 }]);
  });

  it('are reached if every master answers and serves', async () => {
    const masters = [node(7000), node(7001)];
    expect(await problem(cluster(...masters).nodes)).to.equal(undefined);
    expect(masters.map(({ asked }) => asked)).to.deep.equal([['INFO'], ['INFO']]);
  });

  it('are not reached if one does not answer, which is named with its last error', async () => {
    const gone = new Error('Connection is closed.');
    const { nodes, fails } = cluster(node(7000), node(7001, gone));
    expect(await problem(nodes)).to.equal('Error: cannot reach 10.0.0.1:7001: Connection is closed.');
    fails(7001);
    expect(await problem(nodes)).to.equal(`Error: cannot reach 10.0.0.1:7001: ${REFUSED} 7001`);
    const error = await nodes.reach().catch((reason: unknown) => reason);
    expect(error).to.have.property('cause', gone);
  });

  it('do not serve if one says so, or if there is none', async () => {
    const failing = [node(7000, new Error('Connection is closed.')), node(7001, 'cluster_state:fail\r\n')];
    for (const masters of [[], failing]) {
      expect(await problem(cluster(...masters).nodes)).to.equal(`Error: ${NOT_SERVING}`);
    }
  });

  it('are not reached if one has failed that still has slots', async () => {
    const slots = [
      [0, 99, ['10.0.0.1', 7000]],
      [100, 199, ['10.0.0.1', 7001]],
    ];
    const { nodes, fails } = cluster(node(7000, undefined, slots));
    fails(7001);
    expect(await problem(nodes)).to.equal(`Error: cannot reach 10.0.0.1:7001: ${REFUSED} 7001`);
  });

  it('are reached if one has failed that has no slots any more, which is forgotten', async () => {
    const first = node(7000, undefined, [[0, 199, ['10.0.0.1', 7000]]]);
    const { nodes, fails } = cluster(first);
    fails(7001);
    expect(await problem(nodes)).to.equal(undefined);
    expect(nodes.failing).to.deep.equal([]);
    expect(first.asked).to.deep.equal(['INFO', 'SLOTS']);
  });
});

describe('redis: a cluster that cannot be used', () => {
  it('is an error with the last reason, once for each attempt to connect', () => {
    const { events, errors, fails } = cluster();
    events.emit('close');
    fails(7000);
    fails(7001);
    for (const event of ['connecting', 'close', 'close', 'connecting', 'close']) events.emit(event);
    const last = `${REFUSED} 7001`;
    expect(errors).to.deep.equal([NOT_SERVING, last, last]);
  });

  it('is no error of its own if ioredis reports one, or after it was usable', () => {
    const { events, errors } = cluster();
    events.emit('error', new Error('of ioredis'));
    events.emit('close');
    events.emit('connecting');
    events.emit('ready');
    events.emit('close');
    expect(errors).to.deep.equal(['of ioredis']);
  });
});
