import type { Request, RequestHandler, Response } from 'express';
import type { User } from '../db/users.js';
import type { Visitor, Visitors } from './visitor.js';

export type SignedInHandler = (
  request: Request,
  response: Response,
  user: User,
  visitor: Visitor,
) => void | Promise<void>;

/** Makes a handler that only ever runs for a signed-in user; anybody else is sent to sign in first, and back here. */
export type SignedIn = (handler: SignedInHandler) => RequestHandler;

export function signedInWith(visitors: Visitors): SignedIn {
  return (handler) => async (request, response) => {
    const visitor = visitors.of(request);
    if (visitor.user) return handler(request, response, visitor.user, visitor);
    const returnTo = request.method === 'GET' ? request.originalUrl : '/';
    response.redirect(303, `/sign-in?${new URLSearchParams({ return_to: returnTo }).toString()}`);
  };
}
