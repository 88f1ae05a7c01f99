import { expect } from 'chai';
import * as column from '../model/column.js';
import { defineController } from '../model/controller.js';
import type { AdminContext, AnyTables } from '../model/model.js';
import { defineModel } from '../model/model.js';
import { Registry } from '../registry.js';
import { subjectOf } from './scopes.js';

interface Tables {
  posts: { id: number };
}

const definition = { table: 'posts', primaryKey: 'id', columns: { id: column.integer() } } as const;
const Open = defineModel<Tables>()({ name: 'Open', ...definition });
const Limited = defineModel<Tables>()({ name: 'Limited', ...definition, listScope: (query) => query });
const Managed = defineModel<Tables>()({ name: 'Managed', ...definition });

describe('related records that scopes may hide (HC-31)', () => {
  it('are those of a model, or of a controller for it, with a list scope', () => {
    const controllers = [
      defineController<Tables, 'posts'>({ id: 'a.b.open', model: Open }),
      defineController<Tables, 'posts'>({ id: 'a.b.managed', model: Managed, listScope: (query) => query }),
    ];
    const registry = new Registry('sqlite', controllers, []);
    const { isLimited } = subjectOf(registry, { model: Open }, {} as AdminContext<AnyTables>);
    expect([Open, Limited, Managed].map(isLimited)).to.deep.equal([false, true, true]);
  });
});
