// The npm packages: the files that npm would publish, in a tarball with fixed dates and modes (`npm pack` takes the modes
// from the disk, so its bytes depend on the umask of the checkout).
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { writeDaemonPackage } from './daemon-folder.mjs';
import { writeLibraryLicenses, writeNotices } from './notices.mjs';
import { manifest, publishedFiles } from './published.mjs';
import { packAndRemove, place } from './tar.mjs';

/** Folders of the packages that contain what npm would publish, relative to the top of the repository. */
const LIBRARIES = ['proto', 'sdk/typescript'];

export function packNpmPackages(root, output, temporary) {
  const folder = join(temporary, 'package');
  const pack = ({ name, version }) =>
    packAndRemove(folder, join(output, 'npm', `${name.replace('@', '').replace('/', '-')}-${version}.tgz`));
  writeDaemonPackage(root, folder);
  // Of what is in this package: npm installs the others, for the platform of each machine.
  writeNotices(root, folder, []);
  pack(manifest(root));
  const files = publishedFiles(root, LIBRARIES);
  LIBRARIES.forEach((directory, index) => {
    for (const path of files[index]) place(join(root, directory, path), join(folder, path));
    const [described, bundle] = [manifest(join(root, directory)), join(root, directory, 'dist/bundle')];
    if (existsSync(bundle)) writeLibraryLicenses(root, described.name, bundle, folder);
    pack(described);
  });
}
