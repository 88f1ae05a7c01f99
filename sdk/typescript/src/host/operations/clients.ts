import { fromWireClient, toWireClient } from '../../wire/client.js';
import { identifier, moment } from '../../wire/fields.js';
import type { OperationType } from './operation-type.js';

export const findClient: OperationType<'findClient'> = {
  readOnly: true,
  aborts: [],
  parse(wire, field) {
    const clientId = identifier(wire.clientId, `${field}.client_id`);
    return async ({ clients }) => {
      const client = await clients.find(clientId);
      return client ? { client: toWireClient(client) } : {};
    };
  },
};

export const createClient: OperationType<'createClient'> = {
  readOnly: false,
  aborts: ['client_cap_reached', 'client_already_exists'],
  parse(wire, field) {
    const client = fromWireClient(wire.client, `${field}.client`);
    const { cap, evictOldestUnconsented, replaceExisting } = wire;
    return async ({ clients }) => {
      const { clientCount } = await clients.create(client, { cap, evictOldestUnconsented, replaceExisting });
      return { clientCount };
    };
  },
};

export const sweepUnconsentedClients: OperationType<'sweepUnconsentedClients'> = {
  readOnly: false,
  aborts: [],
  parse(wire, field) {
    const registeredBefore = moment(wire.registeredBefore, `${field}.registered_before`);
    return async ({ clients }) => ({ removed: await clients.sweepUnconsented(registeredBefore) });
  },
};

export const stampConsent: OperationType<'stampConsent'> = {
  readOnly: false,
  aborts: ['client_not_found'],
  parse(wire, field) {
    const clientId = identifier(wire.clientId, `${field}.client_id`);
    const at = moment(wire.at, `${field}.at`);
    return async ({ clients }) => {
      await clients.stampConsent(clientId, at);
      return {};
    };
  },
};
