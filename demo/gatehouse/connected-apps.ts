import type { ConnectedApp as Connection, SqlBackend } from '@gatehouse/host/sql';

/** An app that holds access to the user's notes, as the page shows it. */
export interface ConnectedApp extends Connection {
  /** Hosts that it may be answered at: the part of its identity that it cannot make up. */
  readonly hosts: readonly string[];
}

/** For a private-use scheme the scheme: what stands after it proves nothing. */
function hostOf(redirectUri: string): string {
  const { protocol, hostname } = new URL(redirectUri);
  return /^https?:$/.test(protocol) ? hostname : protocol;
}

/** What "Apps connected to your account" needs. */
export class ConnectedApps {
  constructor(private readonly backend: SqlBackend) {}

  /** The last used first. */
  async list(userId: string): Promise<ConnectedApp[]> {
    const connections = await this.backend.connectedApps(userId);
    const options = { readOnly: true, deadline: new Date(Date.now() + 5000) };
    return this.backend.transaction(async ({ clients }) => {
      const apps: ConnectedApp[] = [];
      for (const connection of connections) {
        const client = await clients.find(connection.clientId);
        const hosts = new Set(client?.redirectUris.map(hostOf));
        apps.push({ ...connection, hosts: [...hosts] });
      }
      return apps;
    }, options);
  }

  /** Ends the access of one app. Does nothing when it is not that user's. */
  async disconnect(userId: string, lineageId: string): Promise<void> {
    await this.backend.disconnectApp(userId, lineageId);
  }
}
