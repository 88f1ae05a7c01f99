import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { eventually } from '../../support/eventually.js';
import { send } from '../../support/http-client.js';
import { expectNoSecrets } from '../../support/stack.js';
import { startAdminStack, type AdminStack } from '../../support/admin-stack.js';

const ITEMS = '/acme/shop/items';

describe('what a daemon reveals about its administrators (log level debug, metrics)', () => {
  let stack: AdminStack;
  before(async () => {
    stack = await startAdminStack({ errorsExpected: true });
  });
  after(() => stack.stop());

  const metrics = async (): Promise<string> => (await send(`${stack.gatehouse.metricsOrigin}/metrics`)).body;
  /** Name and labels of every series, without its value. */
  const series = async (): Promise<string[]> =>
    (await metrics())
      .split('\n')
      .filter((line) => line.startsWith('gatehouse_'))
      .map((line) => line.replace(/ [^ ]*$/, ''));

  it('logs a failed request by its id, without path, query and body, and logs no others', async () => {
    const marker = `marker${randomBytes(6).toString('hex')}`;
    const root = await stack.signIn('superuser');
    for (const path of [`${ITEMS}/${marker}?${marker}=1`, `${ITEMS}?search=${marker}`, `/${marker}/shop/items`]) {
      await root.get(path);
    }
    await root.post(ITEMS, { title: marker, secret: marker });
    stack.decisions.action = () => {
      throw new Error('the application fails');
    };
    const failed = (await root.post(`${ITEMS}/widgets/suggest?${marker}`, { slug: marker })).json();
    const { request_id: requestId } = failed['error'] as { request_id: string };
    await eventually(() => expect(stack.gatehouse.log()).to.contain(requestId));
    expect(stack.gatehouse.log()).not.to.contain(marker);
  });

  it('contains no token, password or cookie, however they are sent and whatever fails (AD-128)', async () => {
    const presented = new Set<string>();
    const secret = (): string => {
      const text = `${randomBytes(24).toString('hex')}.${randomBytes(24).toString('hex')}.x`;
      presented.add(text);
      return text;
    };
    const { guest } = stack;
    await guest.with({ authorization: `Bearer ${secret()}` }).get('/auth/me');
    await guest.with({ authorization: `Basic ${secret()}` }).get('/auth/me');
    await guest.with({ authorization: secret() }).get('/auth/me');
    await guest.with({ cookie: `backend_token=${secret()}` }).get('/auth/me');
    await guest.with({ cookie: `backend_token=${secret()}` }).post('/auth/refresh');
    await guest.get(`/auth/me?token=${secret()}`);
    for (const password of [secret(), [secret()], { a: secret() }]) {
      await guest.post('/auth/login', { login: 'editor', password });
      await guest.post('/auth/login', { login: password, password: 'x' });
    }
    await guest.post('/auth/login', `{"login":"editor","password":"${secret()}"`);
    await guest.post('/auth/login', `login=editor&password=${secret()}`);
    const root = await stack.signIn('superuser');
    stack.decisions.action = () => {
      throw new Error('the application fails');
    };
    await root.post(`${ITEMS}/toolbar/restock`, {});
    await root.put(`${ITEMS}/1`, { secret: secret() });
    await root.put(`${ITEMS}/1`, { title: 'Forbidden', secret: secret() });
    await eventually(() => expect(stack.gatehouse.log()).to.contain('RunAction'));
    expectNoSecrets(stack.gatehouse.log() + stack.complaints.join('\n'), presented);
    expectNoSecrets(await metrics(), new Set([...presented, ...guest.secrets]));
  });

  it('has no label that a caller could choose, and no more series for more paths (metrics)', async () => {
    const root = await stack.signIn('superuser');
    const visit = async (segment: string): Promise<void> => {
      for (const client of [root, stack.guest]) {
        await client.get(`${ITEMS}/${segment}`);
        await client.get(`${ITEMS}?filter[${segment}]=1&sort=${segment}`);
        await client.get(`${ITEMS}/fields/${segment}/options`);
        await client.get(`${ITEMS}/1/relations/${segment}`);
        await client.get(`${ITEMS}/partials/${segment}`);
        await client.get(`/settings/${segment}`);
        await client.get(`/${segment}/${segment}`);
        await client.post(`${ITEMS}/widgets/${segment}`, {});
        await client.request(segment.toUpperCase().slice(0, 8), `${ITEMS}/1`);
        await send(`${stack.backend}/assets/${segment}.js`);
        await send(`${stack.backend}/${segment}`, { headers: { 'user-agent': segment, 'accept-language': segment } });
      }
      await stack.guest.post('/auth/login', { login: segment, password: segment });
    };
    await visit('first');
    const before = await series();
    for (let n = 0; n < 10; n++) await visit(`marker${randomBytes(4).toString('hex')}`);
    expect((await series()).filter((one) => !before.includes(one))).to.deep.equal([]);
    expect(await metrics()).not.to.match(/marker|first|superuser/);
    expect(before.join('\n')).to.contain('route="admin.list"').and.contain('route="admin.shell"');
  });
});
