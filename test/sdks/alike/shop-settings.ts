import type { Plugin, Value, Values } from '@gatehouse/host/admin';
import { column, Invalid, Refused } from '@gatehouse/host/admin';

const optional = { nullable: true } as const;

function check(values: Values): void {
  if (values['seats'] === 13) throw new Invalid({ seats: ['This row does not exist.'] });
  if (values['name'] === 'Refused') throw new Refused('The shop keeps its name.');
  if (values['name'] === 'Seats') values['seats'] = 21;
  if (values['name'] === 'Nothing') values['nothing'] = 1;
  if (values['name'] === 'Words') values['seats'] = 'many';
}

function checkSaved(values: Readonly<Values>): void {
  if (values['name'] === 'Late') throw new Refused(`Too late for ${String(values['seats'])} seats.`);
}

const isSeated = (seats: Value | undefined): boolean => typeof seats === 'number' && seats > 0;

/** A value of every type. */
export const SHOP_SETTINGS: NonNullable<Plugin['settings']>[number] = {
  code: 'acme-shop',
  label: 'Shop',
  permissions: ['acme.shop.settings'],
  fields: '~/plugins/acme/shop/models/settings/fields.yaml',
  columns: {
    name: column.string({ default: 'Our shop' }),
    closed: column.bool({ default: false }),
    seats: column.integer({ default: 4 }),
    visits: column.bigint({ default: 2n ** 60n }),
    factor: column.double({ default: 0.5 }),
    tax_rate: column.decimal({ precision: 5, scale: 2, default: '20' }),
    founded: column.date({ ...optional, default: '1999-12-31' }),
    opens_at: column.time({ ...optional, default: '08:30:00' }),
    since: column.timestamp({ ...optional, default: new Date('2026-01-01T00:00:00Z') }),
    extra: column.json(optional),
    logo: column.bytes({ ...optional, default: Buffer.from([0, 255]) }),
    unit: column.string(optional),
  },
  optionProviders: {
    units: ({ values }) => [
      { value: 'kg', label: 'Kilogram' },
      ...(isSeated(values['seats']) ? [{ value: 'pc', label: 'Piece' }] : []),
    ],
  },
  hooks: { beforeUpdate: check, afterUpdate: checkSaved },
};
