import { logVerbosity, setLogVerbosity } from '@grpc/grpc-js';

/**
 * Importing this file silences grpc-js in the whole process. grpc-js writes plain text to stderr, where our log is lines of
 * JSON; everything it reports also reaches us as a status. The daemon decides this, and not @gatehouse/proto: that package
 * also runs inside the application.
 */
if (process.env['GRPC_VERBOSITY'] === undefined) setLogVerbosity(logVerbosity.NONE);
