import type { Operation } from '@gatehouse/proto/generated/gatehouse/host/v1/Operation';
import { MAX_OPERATIONS } from '@gatehouse/proto/limits';
import type { Transport } from './connection.js';
import { createClient, findClient, newClient, OLD_END, revokeLineage, sweepUnconsentedClients } from './operations.js';

/** Tracks what a run has created in the host, and removes it as far as the contract has operations for that. */
export class Leftovers {
  readonly #lineages = new Set<string>();
  readonly #unsweepable = new Set<string>();
  readonly #staying = new Set<string>();
  #changes = 0;

  /** Operations that were committed, or may have been. */
  note(operations: readonly Operation[]): void {
    for (const { createClient: created, stampConsent, createRefreshToken, mintAccessToken, redeemCode } of operations) {
      const { clientId, selfRegistered, revokedAt } = created?.client ?? {};
      if (clientId !== undefined && selfRegistered === false && !revokedAt) this.#unsweepable.add(clientId);
      if (stampConsent?.clientId !== undefined) this.#staying.add(stampConsent.clientId);
      if (clientId !== undefined && revokedAt) this.#staying.add(clientId);
      const lineageId =
        createRefreshToken?.refreshToken?.lineageId ?? mintAccessToken?.lineageId ?? redeemCode?.lineageId;
      if (lineageId !== undefined) this.#lineages.add(lineageId);
    }
  }

  /** Clients that received consent or are revoked, which no operation of the contract removes. */
  get staying(): number {
    return this.#staying.size;
  }

  /** A record or setting of the application that a check could not remove or restore. */
  noteChange(): void {
    this.#changes += 1;
  }

  get changes(): number {
    return this.#changes;
  }

  async cleanUp(transport: Transport): Promise<void> {
    // Tokens first, because a client with a live token is not swept.
    const revocations = [...this.#lineages].map((lineageId) => revokeLineage(lineageId));
    for (let from = 0; from < revocations.length; from += MAX_OPERATIONS) {
      await transport.send({ operations: revocations.slice(from, from + MAX_OPERATIONS) });
    }
    await this.#makeSweepable(transport);
    await sweepOld(transport);
  }

  /** Clients that did not register themselves are never swept, unless a replacement says that they did. */
  async #makeSweepable(transport: Transport): Promise<void> {
    for (const clientId of this.#unsweepable) {
      if (this.#staying.has(clientId)) continue;
      const { committed } = await transport.send({ operations: [findClient(clientId)] });
      if (!committed?.results[0]?.findClient?.client) continue;
      const sweepable = createClient(newClient({ clientId, selfRegistered: true }), { replaceExisting: true });
      await transport.send({ operations: [sweepable] });
    }
  }
}

/** All clients of the checks are dated before all real ones. A broken sweep may have left more than a batch. */
async function sweepOld(transport: Transport): Promise<void> {
  for (let calls = 0; calls < 5; calls += 1) {
    const { committed } = await transport.send({ operations: [sweepUnconsentedClients(OLD_END + 1)] });
    if ((committed?.results[0]?.sweepUnconsentedClients?.removed ?? 0) === 0) return;
  }
}
