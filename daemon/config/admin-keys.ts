import { key, secret, section } from './definition.js';
import { boolean, integer, matching, oneOf, optional, text } from './kinds.js';

const SECRET_BYTES = 32;
const YEAR_MINUTES = 525_600;

const webUrl = matching('http:// or https:// URL without query or fragment', (value) => {
  if (!URL.canParse(value)) return false;
  const { protocol, search, hash, username } = new URL(value);
  return (protocol === 'https:' || protocol === 'http:') && search === '' && hash === '' && username === '';
});

/** The keys of the admin backend, named as its specification names them (minutes and seconds are plain numbers there). */
export const adminKeys = {
  app: section('The application that the daemon stands beside.', {
    url: key(optional(webUrl), '', "Its base URL: the issuer (iss) of administrators' tokens."),
    env: key(
      oneOf('production', 'development'),
      'production',
      'What kind of deployment this is. Some conveniences are refused in production.',
    ),
  }),
  backend: section('Where the admin backend is, once the host registers admin controllers.', {
    uri: key(
      matching('path of lowercase segments: /backend', (value) => /^(?:\/[a-z0-9][a-z0-9_-]*)+$/.test(value)),
      '/backend',
      'Path below which the admin backend lies; below that, its API is at /api/v1.',
    ),
    cookie_secure: key(
      boolean(),
      true,
      'Whether the sign-in cookie is Secure. false is for development over plain HTTP, and refused when app.env is production.',
    ),
    root: key(text('path of a folder'), '.', 'Folder that contains plugins/: what "~" stands for in YAML paths.'),
  }),
  admin: section('Administrators and how they sign in.', {
    jwt: section("Administrators' tokens.", {
      secret: secret(
        optional(matching('at least 32 bytes', (value) => Buffer.byteLength(value) >= SECRET_BYTES)),
        'Secret that tokens are signed with (HS256). Required once any admin controller exists.',
      ),
      ttl: key(integer(1, YEAR_MINUTES), 60, 'Minutes that a token is good for.'),
      refresh_ttl: key(
        integer(1, YEAR_MINUTES),
        20_160,
        'Minutes after sign-in during which tokens can be refreshed; the lifetime of the cookie as well.',
      ),
      blacklist_grace: key(integer(0, 3600), 0, 'Seconds that a token stays good after it was refreshed.'),
    }),
    password: section('Passwords of administrators.', {
      bcrypt_cost: key(
        integer(-1_000_000, 1_000_000),
        10,
        'Cost of the bcrypt hash; values outside 4 to 31 fall back to 10.',
      ),
    }),
    login: section('How often somebody may try to sign in. Refused: 429.', {
      max_attempts: key(
        integer(1, 1000),
        5,
        'Attempts of one login from one address in a window. Ten times as many of one login from anywhere, and twenty times as many from one address.',
      ),
      decay_minutes: key(integer(1, 1440), 1, 'Length of the window, in minutes.'),
    }),
  }),
};
