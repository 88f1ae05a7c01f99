import type { Generated } from 'kysely';

/** The tables of test/fixtures/admin/plugins/acme/shop. */
export interface ShopTables {
  shop_items: {
    id: Generated<number>;
    version: Generated<number>;
    title: string;
    slug: string | null;
    quantity: Generated<number>;
    serial: number | null;
    price: string | null;
    weight: number | null;
    active: Generated<number>;
    status: Generated<string>;
    released_on: string | null;
    published_at: string | null;
    layout: string | null;
    secret: string | null;
    locked: Generated<string>;
    supplier: string | null;
    owner: Generated<string>;
    hidden: Generated<number>;
    category_id: number | null;
    partner_id: number | null;
  };
  shop_categories: {
    id: Generated<number>;
    name: string;
    internal_note: Generated<string>;
    archived: Generated<number>;
  };
  shop_tags: { id: Generated<number>; name: string; cost_centre: Generated<string>; retired: Generated<number> };
  shop_item_tag: { item_id: number; tag_id: number };
  shop_notes: { id: Generated<number>; body: string; item_id: number | null };
}

export const CREATE_SHOP = `
  create table shop_items (
    id integer primary key, version integer not null default 1, title text not null, slug text,
    quantity integer not null default 0, serial integer, price numeric, weight real, active integer not null default 1,
    status text not null default 'draft', released_on text, published_at text, layout text, secret text,
    locked text not null default 'locked', supplier text, owner text not null default 'nobody',
    hidden integer not null default 0, category_id integer, partner_id integer);
  create table shop_categories (
    id integer primary key, name text not null, internal_note text not null default '',
    archived integer not null default 0);
  create table shop_tags (
    id integer primary key, name text not null, cost_centre text not null default '', retired integer not null default 0);
  create table shop_item_tag (item_id integer not null, tag_id integer not null, primary key (item_id, tag_id));
  create table shop_notes (id integer primary key, body text not null, item_id integer);

  insert into shop_categories (id, name, internal_note, archived) values
    (1, 'Books', 'note-of-books', 0), (2, 'Music', 'note-of-music', 0), (3, 'Archive', 'note-of-archive', 1);
  insert into shop_tags (id, name, cost_centre, retired) values
    (1, 'new', 'centre-1', 0), (2, 'rare', 'centre-2', 0), (3, 'gone', 'centre-3', 1);
  insert into shop_items (id, title, quantity, price, active, status, released_on, published_at, supplier, hidden,
                          category_id, partner_id, secret, slug) values
    (1, 'Atlas', 3, '10.50', 1, 'draft', '2026-01-01', '2026-01-01T10:00:00.000Z', 'Supplier-A', 0, 1, 2, 'kept-secret', 'atlas'),
    (2, 'Ballads', 0, '5.00', 0, 'sold', '2026-01-02', '2026-01-02T23:59:59.999Z', 'Supplier-B', 0, 2, 1, null, null),
    (3, 'Codex', 7, '99.99', 1, 'draft', null, null, 'Supplier-C', 0, 1, null, null, null),
    (4, 'Drums', 1, null, 1, 'sold', '2026-03-01', '2026-03-01T00:00:00.000Z', null, 0, 2, null, null, null),
    (5, 'Etudes', 12, '1.00', 1, 'draft', null, null, null, 0, 3, null, null, null),
    (6, 'Fables', 4, '2.00', 1, 'draft', null, null, null, 0, null, null, null, null),
    (7, 'Ghost', 9, '3.00', 1, 'draft', null, null, null, 1, 1, null, null, null);
  insert into shop_item_tag (item_id, tag_id) values (1, 1), (1, 2), (1, 3), (2, 2);
  insert into shop_notes (id, body, item_id) values (1, 'first', 1), (2, 'second', 1), (3, 'loose', null);`;
