import type { ClientAddresses } from '../../http/client-address.js';
import type { HandlerRoute } from '../../http/router.js';
import { TOKEN_PATH } from '../model/metadata.js';
import type { ExchangeToken } from '../usecases/exchange-token.js';
import { clientFormRoute } from './answers.js';

/** POST /oauth/mcp/token (RFC 6749 §3.2). */
export function exchangeTokenRoute(exchangeToken: ExchangeToken, addresses: ClientAddresses): HandlerRoute {
  return clientFormRoute('oauth.token', TOKEN_PATH, exchangeToken, addresses);
}
