/**
 * Runs the act with the variable of the environment that lets Node.js accept every certificate. Node.js reads it for each connection,
 * so no other part of the test may connect meanwhile.
 */
export async function whileNodeAcceptsEveryCertificate<T>(act: () => Promise<T>): Promise<T> {
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
  try {
    return await act();
  } finally {
    delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
  }
}
