import type { Column } from '../model/column.js';
import type { AdminRegistration, Controller, Model, Plugin } from '../model/registration.js';

/**
 * The part of the registration that every host with CAPABILITY_ADMIN_ACCOUNTS has, and that Describe does not contain, so
 * that an older daemon can serve a newer host: the plugin gatehouse.backend (admin_account.proto).
 */

const VENDOR = 'gatehouse';
const PLUGIN = 'backend';
export const PLUGIN_ID = `${VENDOR}.${PLUGIN}`;

/** The code that its controllers require. */
export const MANAGES_ADMINISTRATORS = 'backend.administrators';

/** The code that sharing a saved view requires. */
export const SHARES_VIEWS = 'backend.share_views';

export const ADMINISTRATORS = `${PLUGIN_ID}.administrators`;

const integer = (name: string, more: Partial<Column> = {}): Column => ({
  name,
  type: 'integer',
  nullable: false,
  protected: false,
  minimum: BigInt(Number.MIN_SAFE_INTEGER),
  maximum: BigInt(Number.MAX_SAFE_INTEGER),
  ...more,
});
const flag = (name: string): Column => integer(name, { minimum: 0n, maximum: 1n });
const string = (name: string, maxLength: number): Column => ({
  name,
  type: 'string',
  nullable: false,
  protected: false,
  maxLength,
});
const json = (name: string): Column => ({ name, type: 'json', nullable: false, protected: false });

const ROLE: Model = {
  name: 'Gatehouse\\Backend\\Role',
  table: 'backend_user_roles',
  primaryKey: 'id',
  versioned: true,
  columns: [integer('id', { protected: true }), string('code', 100), string('name', 200), json('permissions')],
  scopes: [],
};

const ADMINISTRATOR: Model = {
  name: 'Gatehouse\\Backend\\Administrator',
  table: 'backend_users',
  primaryKey: 'id',
  versioned: true,
  columns: [
    integer('id', { protected: true }),
    string('login', 255),
    string('email', 255),
    string('name', 200),
    integer('role_id', { nullable: true }),
    flag('is_superuser'),
    flag('is_activated'),
    json('permissions'),
  ],
  scopes: [],
};

function controller(name: string, model: Model, more: Partial<Controller>): Controller {
  return {
    id: `${PLUGIN_ID}.${name}`,
    vendor: VENDOR,
    plugin: PLUGIN,
    name,
    pluginId: PLUGIN_ID,
    model: model.name,
    configDir: `~/plugins/${VENDOR}/${PLUGIN}/controllers/${name}`,
    permissions: [MANAGES_ADMINISTRATORS],
    actions: [],
    relations: [],
    assets: { scripts: [], styles: [] },
    suppliesPartialData: false,
    optionProviders: [],
    standsForModel: true,
    newRecord: [],
    ...more,
  };
}

const text = (key: string): string => `${PLUGIN_ID}::lang.${key}`;

const entry = (name: string, order: number) => ({
  controller: `${PLUGIN_ID}.${name}`,
  label: text(`settings.${name}`),
  description: text(`settings.${name}_description`),
  category: text('settings.category'),
  icon: name === 'roles' ? 'key' : 'users',
  order,
  keywords: [text('settings.keywords_people')],
});

const BACKEND: Plugin = {
  id: PLUGIN_ID,
  vendor: VENDOR,
  name: PLUGIN,
  permissions: [
    { code: MANAGES_ADMINISTRATORS, label: text('permission.administrators'), tab: text('permission.tab') },
  ],
  navigation: [],
  settings: [],
  settingsLinks: [entry('administrators', 900), entry('roles', 901)],
};

/** Only for hosts that keep views. */
const SHARING = { code: SHARES_VIEWS, label: text('permission.share_views'), tab: text('permission.tab') };

/** The names in a host's registration that belong to the built-in plugin, in words for an operator. */
export function reservedNames({ controllers, plugins, models }: AdminRegistration): readonly string[] {
  const own = [ROLE.name, ADMINISTRATOR.name];
  return [
    ...plugins.filter(({ id }) => id === PLUGIN_ID).map(({ id }) => `the plugin ${id}`),
    ...controllers.filter(({ pluginId }) => pluginId === PLUGIN_ID).map(({ id }) => `the controller ${id}`),
    ...models.filter(({ name }) => own.includes(name)).map(({ name }) => `the model ${name}`),
  ];
}

/**
 * The host's registration with the built-in plugin. A host that registers the permission code itself keeps its label.
 *
 * @param offered whether the host offers CAPABILITY_ADMIN_SECOND_FACTOR and CAPABILITY_ADMIN_VIEWS
 */
export function withBuiltIn(
  registration: AdminRegistration,
  { secondFactor, views }: { readonly secondFactor: boolean; readonly views: boolean },
): AdminRegistration {
  const role = secondFactor ? { ...ROLE, columns: [...ROLE.columns, flag('requires_second_factor')] } : ROLE;
  const codes = new Set(registration.plugins.flatMap(({ permissions }) => permissions.map(({ code }) => code)));
  const permissions = [...BACKEND.permissions, ...(views ? [SHARING] : [])].filter(({ code }) => !codes.has(code));
  return {
    ...registration,
    models: [...registration.models, role, ADMINISTRATOR],
    controllers: [
      ...registration.controllers,
      controller('administrators', ADMINISTRATOR, {
        relations: [
          {
            kind: 'belongsTo',
            name: 'role',
            relatedModel: ROLE.name,
            relatedTable: ROLE.table,
            labelColumn: 'name',
            foreignKey: 'role_id',
          },
        ],
        newRecord: [{ column: 'is_activated', value: { kind: 'int64', value: 1n } }],
        neverDeletes: true,
      }),
      controller('roles', ROLE, {}),
    ],
    plugins: [...registration.plugins, { ...BACKEND, permissions }],
  };
}
