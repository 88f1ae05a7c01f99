import type { ClientAddresses } from '../../http/client-address.js';
import type { HandlerRoute } from '../../http/router.js';
import { REVOKE_PATH } from '../model/metadata.js';
import type { RevokeToken } from '../usecases/revoke-token.js';
import { clientFormRoute } from './answers.js';

/** POST /oauth/mcp/revoke (RFC 7009 §2). */
export function revokeTokenRoute(revokeToken: RevokeToken, addresses: ClientAddresses): HandlerRoute {
  return clientFormRoute('oauth.revoke', REVOKE_PATH, revokeToken, addresses);
}
