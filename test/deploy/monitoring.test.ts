import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { eventually } from '../support/eventually.js';
import { send, sendJson } from '../support/http-client.js';
import { ROOT } from '../support/installed.js';
import { tokensOf } from '../support/oauth-flow.js';
import { startStack } from '../support/stack.js';

/** An expression of PromQL in one of the files, and its place there. */
interface Expression {
  readonly where: string;
  readonly text: string;
}

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

function alerts(): readonly { alert: string; expr: string; annotations: Record<string, string> }[] {
  const { groups } = parse(read('deploy/prometheus-rules.yaml')) as { groups: { rules: ReturnType<typeof alerts> }[] };
  return groups.flatMap(({ rules }) => rules);
}

function panels(): readonly { title: string; targets: { expr: string; legendFormat: string }[] }[] {
  return (JSON.parse(read('deploy/grafana-dashboard.json')) as { panels: ReturnType<typeof panels> }).panels;
}

const EXPRESSIONS: readonly Expression[] = [
  ...alerts().map(({ alert, expr }) => ({ where: alert, text: expr })),
  ...panels().flatMap(({ title, targets }) => targets.map(({ expr }) => ({ where: title, text: expr }))),
];

/** Prometheus adds them to every series of a target. */
const OF_PROMETHEUS = ['job', 'instance'];
/** The labels of a metric, as docs/operations.md lists them; test/docs/operations.test.ts compares the names. */
function labelsOf(metric: string): readonly string[] {
  const name = metric.replace(/_bucket$/, '');
  const row = read('docs/operations.md')
    .split('\n')
    .find((line) => line.startsWith('| `gatehouse_') && line.includes(`\`${name}\``));
  const labels = row?.split('|')[2]?.match(/\w+/g) ?? [];
  return name === metric ? labels : [...labels, 'le'];
}

/** Of Prometheus itself: whether it can scrape the target. */
const UP = 'up';

/** The names of metrics, the labels in matchers and in `by (…)`, and the values that matchers require. */
function usesOf({ text }: Expression) {
  const metrics = [...new Set(text.match(/\b(?:gatehouse|nodejs|process)_\w+|\bup\b/g) ?? [])];
  const matchers = [...text.matchAll(/(\w+)\{([^}]*)\}/g)].flatMap(([, metric = '', inner = '']) =>
    [...inner.matchAll(/(\w+)(=~|!=|=)"([^"]*)"/g)].map(([, label = '', sign = '', value = '']) => ({
      metric,
      label,
      sign,
      value,
    })),
  );
  const grouped = [...text.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(/,\s*/));
  return { metrics, matchers, labels: [...new Set([...matchers.map(({ label }) => label), ...grouped])] };
}

describe('deploy/prometheus-rules.yaml and deploy/grafana-dashboard.json (AS-210)', () => {
  /** The answer of /metrics, after at least one event of every kind that the files name. */
  let exported: string;

  before(async () => {
    const stack = await startStack({ errorsExpected: true });
    const { flow, gatehouse, host } = stack;
    const client = await flow.register();
    await sendJson(flow.url('register'), { redirect_uris: ['http://client.example/'] });
    const first = await flow.tokens(client);
    const second = tokensOf(await flow.refresh(client, first.refresh_token));
    await flow.refresh(client, first.refresh_token);
    await flow.revoke(client, second.access_token);
    await host.close();
    // A call that fails at the host, and with it a request.
    await eventually(async () => expect((await flow.authorize(client)).status).to.equal(503));
    exported = (await send(`${gatehouse.metricsOrigin}/metrics`)).body;
    await stack.stop();
  });

  const types = (): ReadonlyMap<string, string> =>
    new Map([...exported.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]));
  /** Of a histogram, the daemon exports three. */
  const familyOf = (metric: string): string | undefined => {
    const family = metric.replace(/_(?:bucket|sum|count)$/, '');
    if (types().get(family) === 'histogram') return metric === family ? undefined : family;
    return types().has(metric) ? metric : undefined;
  };
  const seriesOf = (metric: string): readonly string[] =>
    exported.split('\n').filter((line) => line.startsWith(`${metric}{`) || line.startsWith(`${metric} `));

  it('name only metrics that the daemon exports', () => {
    const unknown = EXPRESSIONS.flatMap(({ where, text }) =>
      usesOf({ where, text })
        .metrics.filter((metric) => metric !== UP && familyOf(metric) === undefined)
        .map((metric) => `${where}: ${metric}`),
    );
    expect(unknown).to.deep.equal([]);
    expect(EXPRESSIONS.length).to.be.above(30);
  });

  it('show every metric of Gatehouse on the dashboard', () => {
    const shown = new Set(
      panels().flatMap(({ targets }) =>
        targets.flatMap(({ expr }) => usesOf({ where: '', text: expr }).metrics.map(familyOf)),
      ),
    );
    const ours = [...types().keys()].filter((name) => name.startsWith('gatehouse_'));
    expect(ours.filter((name) => !shown.has(name))).to.deep.equal([]);
  });

  it('use only labels, and values of labels, that these metrics have', () => {
    const wrong = EXPRESSIONS.flatMap((expression) => {
      const { metrics, matchers, labels } = usesOf(expression);
      const known = metrics.flatMap((metric) => [...labelsOf(metric), ...OF_PROMETHEUS]);
      const unknown = labels.filter((label) => !known.includes(label));
      const never = matchers.filter(
        ({ metric, label, sign, value }) =>
          sign !== '=~' &&
          !OF_PROMETHEUS.includes(label) &&
          !seriesOf(metric).some((line) => line.includes(`${label}="${value}"`)),
      );
      return [...unknown, ...never.map(({ label, value }) => `${label}="${value}"`)].map(
        (what) => `${expression.where}: ${what}`,
      );
    });
    expect(wrong).to.deep.equal([]);
  });

  it('notice the first event of a series that appears with it', () => {
    const missed = alerts().flatMap(({ alert, expr }) =>
      [...expr.matchAll(/\bincrease\((\w+)(?:\{[^}]*\})?\[(\w+)\]\) > 0/g)]
        .filter(([, metric = '', window = '']) => {
          const appearsLate = labelsOf(metric).length > 0;
          return appearsLate && !expr.includes(`or (${metric} unless ${metric} offset ${window})`);
        })
        .map(([text]) => `${alert}: ${text}`),
    );
    expect(missed).to.deep.equal([]);
  });

  it('refer in their texts to labels that their expressions keep', () => {
    const wrong = [
      ...alerts().flatMap(({ alert, expr, annotations }) =>
        [
          ...Object.values(annotations)
            .join()
            .matchAll(/\$labels\.(\w+)/g),
        ]
          .filter(([, label = '']) => !keeps(expr, label))
          .map(([text]) => `${alert}: ${text}`),
      ),
      ...panels().flatMap(({ title, targets }) =>
        targets.flatMap(({ expr, legendFormat }) =>
          [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)]
            .filter(([, label = '']) => !keeps(expr, label))
            .map(([text]) => `${title}: ${text}`),
        ),
      ),
    ];
    expect(wrong).to.deep.equal([]);
  });

  it('have a line in docs/operations.md for every alert', () => {
    const listed = [...read('docs/operations.md').matchAll(/^\| `(Gatehouse\w+)`/gm)].map(([, name]) => name);
    expect(listed).to.have.members(alerts().map(({ alert }) => alert));
  });
});

/** An aggregation keeps the labels that it groups by; without one, a series keeps all. */
function keeps(expr: string, label: string): boolean {
  const groups = [...expr.matchAll(/\bby \(([^)]*)\)/g)].map(([, labels = '']) => labels.split(/,\s*/));
  const isAggregated = /\b(?:sum|max|min|avg)\b/.test(expr);
  return isAggregated ? groups.length > 0 && groups.every((labels) => labels.includes(label)) : true;
}
