import { expect } from 'chai';
import { missingText } from './missing-tables.js';

const OWN = "bring the application's own tables up to date, or connect to the right database";
const GATEHOUSE = 'call migrate(database) when the application starts';
const BACKEND = 'run gatehouse migrate, or call migrateAdmin(database) when the application starts';
const postgres = (code: unknown, message: string): Error => Object.assign(new Error(message), { code });

describe('tables and columns that are missing (docs/hosts.md)', () => {
  for (const [error, text] of [
    [new Error('no such table: products'), `the database has no table products: ${OWN}`],
    [new Error('no such table: main.products'), `the database has no table products: ${OWN}`],
    [new Error('no such column: p.price'), `the database has no column price: ${OWN}`],
    [new Error('table products has no column named price'), `the database has no column price: ${OWN}`],
    [new Error('no such table: gatehouse_clients'), `the database has no table gatehouse_clients: ${GATEHOUSE}`],
    [new Error('no such table: backend_users'), `the database has no table backend_users: ${BACKEND}`],
    [postgres('42P01', 'relation "shop.products" does not exist'), `the database has no table products: ${OWN}`],
    [postgres('42P01', 'Relation »products« existiert nicht'), `the database has no table products: ${OWN}`],
    [postgres('42P01', 'la relation « products » n’existe pas'), `the database has no table: ${OWN}`],
    [postgres('42703', 'column products.price does not exist'), `the database has no column price: ${OWN}`],
    [postgres('42703', 'column "price" does not exist'), `the database has no column price: ${OWN}`],
    [
      postgres('42P01', 'relation "gatehouse_codes" does not exist'),
      `the database has no table gatehouse_codes: ${GATEHOUSE}`,
    ],
    [postgres('SQLITE_ERROR', 'no such table: products'), `the database has no table products: ${OWN}`],
  ] as const) {
    it(`names what is missing in "${error.message}"`, () => {
      expect(missingText(error)).to.equal(text);
    });
  }

  it('finds nothing missing in other errors', () => {
    for (const other of [
      postgres('42P01', 'missing FROM-clause entry for table "p"'),
      postgres('23505', 'duplicate key value violates unique constraint "p"'),
      postgres(5, 'relation "p" does not exist'),
      new Error('relation "p" does not exist'),
      new Error('no such function: p'),
      { code: '42P01', message: 'relation "p" does not exist' },
      'no such table: p',
      undefined,
    ])
      expect(missingText(other), JSON.stringify(other)).to.equal(undefined);
  });
});
