/**
 * Client metadata documents on the web (draft-ietf-oauth-client-id-metadata-document): a client identifies itself with the
 * https URL of a JSON document that describes it. Implemented by client-documents/, the only place that opens connections to
 * addresses chosen by a stranger.
 */
export interface ClientDocuments {
  /**
   * The document at the URL, fetched or from the cache. Every failure of the other end is an outcome, never thrown.
   * @param url in the form that oauth/model/client.ts accepts
   * @param network where the request came from (core/network-addresses.ts): each network has its own limit of fetches
   * @param hasConsent a user has granted this client access: its document has its own limit, so that requests for other URLs
   *   of its host cannot keep its users out
   */
  find(url: string, network: string, hasConsent: boolean): Promise<ClientDocument>;

  /** Removes the document from the cache, because it turned out to be invalid. */
  forget(url: string): void;
}

export type ClientDocument =
  | {
      readonly found: true;
      /** Parsed JSON, not yet validated. */
      readonly document: unknown;
    }
  | {
      readonly found: false;
      /** For the log only: in an answer it would let a client map our network. */
      readonly reason: string;
    };
