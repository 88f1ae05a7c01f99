import type { CallContext } from '../../core/runtime.js';
import { networkOf } from '../../core/network-addresses.js';
import type { Verdict } from '../ports/state.js';
import type { Dependencies } from '../ports/dependencies.js';

/**
 * Limits registrations: per address in a window, for all addresses in a window, and per address to a share of the places
 * under the client cap that are not yet backed by a consent. Without the share, one address could take every place until the
 * sweep.
 */
export interface RegistrationRoom {
  /** Takes a place for the client; call `releasedUnlessCommitted` next. After a fault it holds no place. */
  admit(clientId: string, clientAddress: string, call: CallContext): Promise<Verdict>;
  /**
   * Runs the registration, and releases the place if it is refused or fails. After a fault the client may exist anyway, but
   * retries during an outage must not use up the places of an address for a day.
   */
  releasedUnlessCommitted<T extends { readonly committed: boolean }>(
    clientId: string,
    call: CallContext,
    registration: () => Promise<T>,
  ): Promise<T>;
}

export function createRegistrationRoom({
  options: { dcrClientCap, dcrUnconsentedSweepAge },
  limits,
  throttle,
  unconsentedClients,
  logger,
}: Pick<Dependencies, 'options' | 'limits' | 'throttle' | 'unconsentedClients' | 'logger'>): RegistrationRoom {
  const { share } = limits.unconsentedPerIp;
  const isShared = share > 0;
  const places = Math.max(1, Math.floor((dcrClientCap * share) / 100));

  return {
    async admit(clientId, clientAddress, call) {
      const network = networkOf(clientAddress);
      const verdict = await throttle.hit([
        { key: `register:ip:${network}`, ...limits.registerPerIp },
        { key: 'register:global', ...limits.registerGlobal },
      ]);
      if (!verdict.allowed || !isShared) return verdict;
      try {
        return await unconsentedClients.hold(network, clientId, places, dcrUnconsentedSweepAge);
      } catch (fault) {
        // The place may have been taken although the answer was lost.
        await releasePlace({ unconsentedClients, logger }, clientId, call);
        throw fault;
      }
    },

    async releasedUnlessCommitted(clientId, call, registration) {
      let isRegistered = false;
      try {
        const outcome = await registration();
        isRegistered = outcome.committed;
        return outcome;
      } finally {
        if (!isRegistered) await releasePlace({ unconsentedClients, logger }, clientId, call);
      }
    },
  };
}

/**
 * The client has consent or was not created: its place is free. Never fails; a place that is not freed ends with the sweep.
 */
export async function releasePlace(
  { unconsentedClients, logger }: Pick<Dependencies, 'unconsentedClients' | 'logger'>,
  clientId: string,
  call: CallContext,
): Promise<void> {
  try {
    await unconsentedClients.release(clientId);
  } catch (err) {
    logger.warn(
      { ...call, err },
      'failed to release a place: the client counts against its address until the sweep may remove it',
    );
  }
}
