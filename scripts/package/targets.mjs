// The systems that packages are made for.

/** By the name that VS Code gives a system: what zig calls it. VS Code asks for glibc 2.28; the ONNX runtime needs macOS 14. */
export const targets = {
  'linux-x64': 'x86_64-linux-gnu.2.28',
  'linux-arm64': 'aarch64-linux-gnu.2.28',
  'darwin-arm64': 'aarch64-macos.14.0',
  'darwin-x64': 'x86_64-macos.14.0',
  'win32-x64': 'x86_64-windows-gnu',
  'win32-arm64': 'aarch64-windows-gnu',
};

/** Systems of VS Code without a package, and why. */
const missing = {
  'linux-armhf': 'onnxruntime-node has no library for it',
  'alpine-x64': 'onnxruntime-node has no library for musl',
  'alpine-arm64': 'onnxruntime-node has no library for musl',
};

/** @throws where no package can be made for a system */
export function checkTarget(target) {
  if (Object.hasOwn(targets, target)) return target;
  const reason = Object.hasOwn(missing, target) ? `: ${missing[target]}` : '';
  throw new Error(`There is no package for ${target}${reason}. Choose one of ${Object.keys(targets).join(', ')}.`);
}

export const runtimePackage = 'node_modules/onnxruntime-node';
/** The ONNX runtime's native files of a system, below its package. */
export const runtimeFolder = (target) => `bin/napi-v6/${target.replace('-', '/')}`;

/** Whether the CPU provider loads a file of the runtime: not those for DirectX, nor the second copy of the library for macOS on ARM. */
export const isLoaded = (name) => !/^(DirectML|dxcompiler|dxil)\.dll$|^libonnxruntime\.1\.27\.\d+\.dylib$/.test(name);
