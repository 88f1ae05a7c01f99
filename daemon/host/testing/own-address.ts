const pid = process.pid;

/**
 * A loopback address that no other process uses: every address that begins with 127 belongs to this machine (Linux). So none takes
 * the port of a host that a test ended before it starts the next one there, as an outgoing connection from 127.0.0.1 could.
 */
export const OWN_ADDRESS = `127.${64 + ((pid >> 16) & 63)}.${(pid >> 8) & 255}.${pid & 255}`;
