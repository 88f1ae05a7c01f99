import type { Hooks } from '@gatehouse/host/admin';
import type { BlogTables } from './tables.js';

/** Every model's record says when it was created and when it was changed. */
export const STAMPS = {
  beforeCreate(values) {
    values['created_at'] = values['updated_at'] = new Date();
  },
  beforeUpdate(_id, values) {
    values['updated_at'] = new Date();
  },
} satisfies Hooks<BlogTables>;
