import { readFileSync, readlinkSync } from 'node:fs';

/** The network namespace of this process (host.proto: StreamSocket.network). Empty where the system does not tell it. */
export function networkNamespace(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    return `${boot}/${readlinkSync('/proc/self/ns/net')}`;
  } catch {
    return '';
  }
}
