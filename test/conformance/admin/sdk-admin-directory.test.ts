import { adminDirectoryConformance } from './directory.js';
import { ENGINES } from './databases.js';

for (const { engine, open } of ENGINES) {
  describe(`the SDK's administrators on ${engine} (admin_directory.proto)`, () => adminDirectoryConformance(open));
}
