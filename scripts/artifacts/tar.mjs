// Archives whose bytes depend only on the names, contents and executable bits of the files: no dates, owners or umask.
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** The date of every packed file: the one that npm gives to files of packages, 1985-10-26. ZIP has none before 1980. */
export const EPOCH_SECONDS = 499_162_500;

/** Copies a file below a folder. The mode is set, because that of the source depends on the umask of its creator. */
export function place(from, to, executable = false) {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
  chmodSync(to, executable ? 0o755 : 0o644);
}

/** Writes a text as a file below a folder. */
export function placeText(text, to, executable = false) {
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, text);
  chmodSync(to, executable ? 0o755 : 0o644);
}

/** Packs a folder, with its own name as the first part of every path, and removes it. */
export function packAndRemove(folder, file) {
  const owner = ['--owner=0', '--group=0', '--numeric-owner'];
  const fixed = ['--format=ustar', '--sort=name', `--mtime=@${EPOCH_SECONDS}`, '--mode=u+rwX,go+rX,go-w', ...owner];
  const unpacked = join(dirname(folder), `${basename(folder)}.tar`);
  execFileSync('tar', ['--create', ...fixed, '--file', unpacked, '--directory', dirname(folder), basename(folder)]);
  mkdirSync(dirname(file), { recursive: true });
  // Not `tar --gzip`: programs called gzip differ in what they write.
  writeFileSync(file, gzipSync(readFileSync(unpacked), { level: 9 }));
  rmSync(unpacked);
  rmSync(folder, { recursive: true });
}
