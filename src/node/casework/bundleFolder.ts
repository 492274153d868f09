import fs from 'node:fs';
import path from 'node:path';
import { findOddPlace, openRegular } from '../systemError';

/** The file of a bundle with its facts. It begins with its format. */
export const bundleFacts = 'bundle.json';
export const bundleFormat = 'idiograph.bundle/1';

/** Whether a folder is an unpacked bundle. It is somebody else's record, so nothing is written in it. */
export function isBundleFolder(folder: string): boolean {
  const file = path.join(folder, bundleFacts);
  if (!fs.existsSync(file) || findOddPlace(folder, file)) return false;
  const handle = openRegular(file, fs.constants.O_RDONLY);
  try {
    const begins = Buffer.alloc(100);
    fs.readSync(handle, begins);
    const [, format] = /^\{\s*"format":\s*"([^"]*)"/.exec(begins.toString()) ?? [];
    return format === bundleFormat;
  } finally {
    fs.closeSync(handle);
  }
}
