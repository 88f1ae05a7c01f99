import type { ApiClient } from '../../support/admin/client.js';
import type { TargetSettings } from './target.js';

/** A possible fault of one of the parts, and where to plant it. The model finds all of them on SQLite with seed 1. */
export interface Planted extends Pick<TargetSettings, 'wire' | 'application' | 'schema'> {
  readonly name: string;
  /** The number of random programs within which the model finds it. */
  readonly within: number;
}

/** Fastest to find first. */
export const PLANTED: readonly Planted[] = [
  {
    name: 'the version of a change is not compared',
    within: 50,
    wire: (client) =>
      changed(client, (method, path, body) => {
        const { _version, ...fields } = (body ?? {}) as Record<string, unknown>;
        return client.request(method, path, _version === undefined ? body : fields);
      }),
  },
  {
    name: 'a deletion of several records stops halfway',
    within: 50,
    wire: (client) =>
      changed(client, async (method, path, body) => {
        if (!path.endsWith('/bulk-delete')) return client.request(method, path, body);
        const { ids } = body as { ids: readonly string[] };
        for (const id of ids) {
          const answer = await client.delete(path.replace('bulk-delete', id));
          if (answer.status !== 200) return answer;
        }
        // Reports the remaining deletion as a success for all of them.
        return { ...(await client.get('/navigation')), data: { deleted: ids.length } };
      }),
  },
  {
    name: 'a link that the administrator cannot see is removed with the others',
    within: 100,
    schema: [
      `create trigger forgetful after delete on shop_item_tag when old.tag_id <> 3
       begin delete from shop_item_tag where item_id = old.item_id and tag_id = 3; end`,
    ],
  },
  {
    name: 'a change of links raises the version of the record',
    within: 50,
    schema: [
      `create trigger eager after insert on shop_item_tag when new.tag_id <> 3
       begin update shop_items set version = version + 1 where id = new.item_id; end`,
    ],
  },
  {
    name: 'the hooks do not run',
    within: 50,
    application: ({ hooks: _, ...controller }) => controller,
  },
  {
    name: 'the form scope is ignored',
    within: 100,
    application: ({ formScope: _, ...controller }) => controller,
  },
];

/** As many as `make test` has time for. `make model` runs all of them. */
export const FAST = PLANTED.slice(0, 3);

/** The client, sending its requests in a different way. */
function changed(client: ApiClient, request: ApiClient['request']): ApiClient {
  const one = client.with({});
  one.request = request;
  return one;
}
