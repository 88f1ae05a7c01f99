/**
 * Client metadata documents on the web (draft-ietf-oauth-client-id-metadata-document): a client identifies itself with the
 * https URL of a JSON document that describes it. Implemented by client-documents/, the one place that opens connections
 * to addresses which a stranger chose.
 */
export interface ClientDocuments {
  /**
   * The document at the URL, fetched or from the cache. Whatever is wrong with the other end is an outcome, never thrown.
   * @param url in the form that oauth/model/client.ts accepts
   * @param network where the request came from (core/network-addresses.ts): fetches are limited for each
   * @param hasConsent a user has granted this client access: its document counts against a limit of its own, so that
   *   nobody keeps its users out by naming other URLs of its host
   */
  find(url: string, network: string, hasConsent: boolean): Promise<ClientDocument>;

  /** Not to be answered from the cache again: what was found there is not acceptable. */
  forget(url: string): void;
}

export type ClientDocument =
  | {
      readonly found: true;
      /** Parsed JSON; nothing about it has been judged yet. */
      readonly document: unknown;
    }
  | {
      readonly found: false;
      /** For the log only: told to whoever asked, it would map the network that we stand in. */
      readonly reason: string;
    };
