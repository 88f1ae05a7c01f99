/**
 * The page that every path below the admin prefix shows until the single-page application is there: its place, its headers
 * and its routing are final, what it shows is not.
 */
export function adminShell(prefix: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Admin</title>
  </head>
  <body>
    <main>
      <h1>Admin</h1>
      <p>The admin backend is running. Its JSON API is at <code>${prefix}/api/v1</code>.</p>
    </main>
  </body>
</html>
`;
}
