import { expect } from 'chai';
import type { Relation } from '../../model/column.js';
import type { BrokenPlugin } from '../../testing/small-plugin.js';
import {
  compileSmall,
  complaints,
  CONTROLLER,
  pluginFiles,
  POSTS,
  registrationWith,
} from '../../testing/small-plugin.js';

const FILE = `${CONTROLLER}/config_relation.yaml`;
const VIEW = '  view: { list: { columns: { body: Comment } }';

const CASES: readonly BrokenPlugin[] = [
  {
    title: 'a relation that the controller does not have',
    changes: { [FILE]: `coments:\n${VIEW} }` },
    says: [
      'plugins/acme/blog/controllers/posts/config_relation.yaml:1:1: coments: the controller has no relation coments; expected one of author, tags, comments; did you mean comments?',
    ],
  },
  {
    title: 'a belongsTo relation',
    changes: { [FILE]: 'author:\n  view: { list: { columns: { name: Name } } }' },
    says: [
      'plugins/acme/blog/controllers/posts/config_relation.yaml:1:1: author: a belongsTo relation has no manager; expected a belongsToMany or hasMany relation; use a form field of type relation',
    ],
  },
  {
    title: 'no view',
    changes: { [FILE]: 'comments:\n  label: Comments' },
    says: [
      'plugins/acme/blog/controllers/posts/config_relation.yaml:2:3: comments.view: is missing; expected a mapping of view keys',
    ],
  },
  {
    title: 'an unknown button, and buttons that come later',
    changes: { [FILE]: `comments:\n${VIEW}, toolbarButtons: create|ad|delete }` },
    says: [
      'plugins/acme/blog/controllers/posts/config_relation.yaml:2:65: comments.view.toolbarButtons: the button create is not supported yet; expected add, remove, or add|remove',
      'plugins/acme/blog/controllers/posts/config_relation.yaml:2:65: comments.view.toolbarButtons: the button delete is not supported yet; expected add, remove, or add|remove',
      'plugins/acme/blog/controllers/posts/config_relation.yaml:2:65: comments.view.toolbarButtons: there is no button "ad"; expected one of add, link, remove, unlink; did you mean add?',
    ],
  },
  {
    title: 'buttons as a mapping, as a whole and one by one',
    changes: {
      [FILE]: `comments:\n${VIEW}, toolbarButtons: { add: true } }\ntags:\n  view: { list: { columns: { name: Name } }, toolbarButtons: [{ add: true }] }`,
    },
    says: [
      'plugins/acme/blog/controllers/posts/config_relation.yaml:2:65: comments.view.toolbarButtons: is a mapping; expected add, remove, or add|remove',
      'plugins/acme/blog/controllers/posts/config_relation.yaml:4:63: tags.view.toolbarButtons[0]: is a mapping; expected add, remove, or add|remove',
    ],
  },
  {
    title: 'removing from a hasMany whose key is not nullable (AD-19)',
    changes: { [FILE]: `comments:\n${VIEW}, toolbarButtons: add|remove }` },
    says: [
      'plugins/acme/blog/controllers/posts/config_relation.yaml:2:65: comments.view.toolbarButtons: records cannot be unlinked: the column post_id of Acme\\Blog\\Models\\Comment is not nullable; expected only add, or a nullable foreign key',
    ],
  },
  {
    title: 'keys that come later, and keys that belong elsewhere (AD-3)',
    changes: {
      [FILE]: `comments:\n  deferredBinding: true\n  pivot: {}\n  showSearch: true\n${VIEW}, form: fields.yaml, conditions: a = 1 }\n  manage: { list: { columns: { body: Comment } }, form: fields.yaml }`,
    },
    says: [
      'plugins/acme/blog/controllers/posts/config_relation.yaml:2:3: comments.deferredBinding: is not supported yet; remove it for now',
      'plugins/acme/blog/controllers/posts/config_relation.yaml:3:3: comments.pivot: is not supported yet; remove it for now',
      'plugins/acme/blog/controllers/posts/config_relation.yaml:4:3: comments.showSearch: unknown key; expected one of label, readOnly, emptyMessage, view, manage',
      'plugins/acme/blog/controllers/posts/config_relation.yaml:5:49: comments.view.form: is not supported yet; remove it for now',
      'plugins/acme/blog/controllers/posts/config_relation.yaml:5:68: comments.view.conditions: is not supported; raw SQL is not allowed; name a column (valueFrom), or a query scope that the host registers (scope)',
      'plugins/acme/blog/controllers/posts/config_relation.yaml:6:51: comments.manage.form: is not supported yet; remove it for now',
    ],
  },
  {
    title: 'a column that the related model does not have, also among the candidates',
    changes: {
      [FILE]:
        'comments:\n  view: { list: { columns: { title: Title } } }\n  manage: { list: { columns: { text: Text } } }',
    },
    says: [
      'plugins/acme/blog/controllers/posts/config_relation.yaml:2:30: comments.view.list.columns.title: Acme\\Blog\\Models\\Comment has no column title; expected one of id, body, post_id',
      'plugins/acme/blog/controllers/posts/config_relation.yaml:3:32: comments.manage.list.columns.text: Acme\\Blog\\Models\\Comment has no column text; expected one of id, body, post_id',
    ],
  },
  {
    title: 'a relation column of related records that no controller manages',
    changes: { [FILE]: 'comments:\n  view: { list: { columns: { author: { relation: author } } } }' },
    says: [
      'plugins/acme/blog/controllers/posts/config_relation.yaml:2:50: comments.view.list.columns.author.relation: Acme\\Blog\\Models\\Comment, which no controller manages, has no relation author',
    ],
  },
  {
    title: 'a sort by a column that is not shown',
    changes: { [FILE]: `comments:\n${VIEW}, defaultSort: created_at }` },
    says: [
      'plugins/acme/blog/controllers/posts/config_relation.yaml:2:62: comments.view.defaultSort: the list has no sortable column created_at; expected one of body',
    ],
  },
  {
    title: 'a missing list file',
    changes: { [FILE]: 'comments:\n  view: { list: ~/plugins/acme/blog/models/coment/columns.yaml }' },
    says: [
      'plugins/acme/blog/controllers/posts/config_relation.yaml:2:17: comments.view.list: file plugins/acme/blog/models/coment/columns.yaml does not exist; did you mean plugins/acme/blog/models/comment/columns.yaml?',
    ],
  },
];

describe('config_relation.yaml: errors that stop startup (AD-19)', () => {
  for (const { title, changes, registration, says } of CASES) {
    it(title, () => expect(complaints(changes, registration)).to.deep.equal(says));
  }

  it('takes relation columns and counts from the controller that manages the related model (AD-19)', () => {
    const related: Relation = {
      kind: 'hasMany',
      name: 'replies',
      relatedModel: 'Acme\\Blog\\Models\\Post',
      relatedTable: 'posts',
      labelColumn: 'title',
      foreignKey: 'author_id',
    };
    const { schema } = compileSmall(
      pluginFiles({
        [FILE]: `
replies:
  view:
    list:
      columns:
        title: Title
        author: { relation: author, select: name, searchable: true }
        tags: { type: relation }
        comments: { relationCount: true }
    defaultSort: -author`,
      }),
      registrationWith({ relations: [...POSTS.relations, related] }),
    );
    const { view } = schema.controllers.get('acme.blog.posts')!.relations.get('replies')!;
    const told = view.columns.map(({ source, sortBy, searchIn }) => [
      source.kind === 'relation' ? `${source.selection.kind} ${source.selection.relation.name}` : source.column.name,
      sortBy?.relation?.name,
      searchIn?.relation?.name,
    ]);
    expect(told).to.deep.equal([
      ['title', undefined, undefined],
      ['related author', 'author', 'author'],
      ['related tags', undefined, undefined],
      ['count comments', undefined, undefined],
    ]);
    expect(view.defaultSort).to.deep.equal([{ column: 'author', descending: true }]);
  });
});
