/** Somebody who may do everything, and somebody who writes posts, but neither publishes nor deletes them. */
export const LOGINS = { admin: 'admin@example.test', editor: 'editor@example.test' } as const;
export const PASSWORD = 'demo-password';
