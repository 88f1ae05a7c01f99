import { logVerbosity, setLogVerbosity } from '@grpc/grpc-js';

/**
 * Importing this file silences grpc-js in the whole process. grpc-js writes plain text to stderr, while our log consists of
 * JSON lines; everything that it reports also reaches us as a status. The daemon does this rather than @gatehouse/proto,
 * because that package also runs inside the application.
 */
if (process.env['GRPC_VERBOSITY'] === undefined) setLogVerbosity(logVerbosity.NONE);
