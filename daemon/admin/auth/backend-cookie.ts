import { serializeCookie } from '../../http/cookies.js';
import type { Header } from '../../http/response.js';
import { COOKIE_NAME } from './presented-token.js';

/** The Set-Cookie headers that bring the token to the single-page application, and take it away again. */
export class BackendCookie {
  readonly #secure: boolean;
  readonly #path: string;

  /** @param path the admin prefix: nothing else of the application's origin gets to see the token */
  constructor(path: string, secure: boolean) {
    this.#path = path;
    this.#secure = secure;
  }

  /** @param maxAgeSeconds until when the token may be refreshed */
  set(token: string, maxAgeSeconds: number): Header {
    return this.#header(token, maxAgeSeconds);
  }

  clear(): Header {
    return this.#header('', 0);
  }

  #header(value: string, maxAge: number): Header {
    return [
      'set-cookie',
      serializeCookie(COOKIE_NAME, value, {
        path: this.#path,
        httpOnly: true,
        secure: this.#secure,
        sameSite: 'Strict',
        maxAge,
      }),
    ];
  }
}
