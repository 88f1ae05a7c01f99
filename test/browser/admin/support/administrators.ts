/** An administrator with all permissions, and an editor who writes posts but may neither publish nor delete them. */
export const LOGINS = { admin: 'admin@example.test', editor: 'editor@example.test' } as const;
export const PASSWORD = 'demo-password';
