import { fromAuthMethod } from '../../contract/auth-method.js';
import type { GenerateCredentialsRequest__Output } from '../../contract/generated/gatehouse/consent/v1/GenerateCredentialsRequest.js';
import type { GenerateCredentialsResponse } from '../../contract/generated/gatehouse/consent/v1/GenerateCredentialsResponse.js';
import { InvalidArgument } from '../arguments.js';
import type { Rpc } from '../handler.js';

export const generateCredentials: Rpc<GenerateCredentialsRequest__Output, GenerateCredentialsResponse> = (
  request,
  operations,
) => {
  const authMethod = fromAuthMethod(request.tokenEndpointAuthMethod);
  if (authMethod === undefined) throw new InvalidArgument('token_endpoint_auth_method is missing or not known');
  const { clientId, secret } = operations.generateCredentials(authMethod);
  return { clientId, ...(secret !== undefined && { clientSecret: secret.plain, clientSecretHash: secret.hash }) };
};
