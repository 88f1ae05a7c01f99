import typia, { type tags } from 'typia';

/**
 * The members of a registration request that we understand (RFC 7591 §2), as JSON may carry them. Unknown members are
 * ignored; null counts as omitted, because real clients send it.
 */
export interface ClientMetadata {
  redirect_uris?: string[] | null;
  token_endpoint_auth_method?: string | null;
  grant_types?: string[] | null;
  response_types?: string[] | null;
  scope?: string | null;
  client_name?: (string & tags.MaxLength<200>) | null;
  client_uri?: WebUrl | null;
  logo_uri?: WebUrl | null;
  tos_uri?: WebUrl | null;
  policy_uri?: WebUrl | null;
  contacts?: ((string & tags.MaxLength<320>)[] & tags.MaxItems<10>) | null;
  software_id?: (string & tags.MaxLength<255>) | null;
  software_version?: (string & tags.MaxLength<255>) | null;
  application_type?: (string & tags.MaxLength<64>) | null;
}

type WebUrl = string & tags.MaxLength<2048>;

/** Members that are kept and returned as they are, without a meaning of their own here. */
export const INFORMATIVE_MEMBERS = [
  'client_uri',
  'logo_uri',
  'tos_uri',
  'policy_uri',
  'contacts',
  'software_id',
  'software_version',
  'application_type',
] as const satisfies readonly (keyof ClientMetadata)[];

/** Those of them that a consent page may turn into a link or an image, so only web addresses will do. */
export const WEB_URL_MEMBERS = ['client_uri', 'logo_uri', 'tos_uri', 'policy_uri'] as const;

/** Success, or every member of a wrong type with what was expected. */
export const validateClientMetadata = typia.createValidate<ClientMetadata>();
