// Addresses that a library's own telemetry reports to: those of 1DS, which the ONNX runtime has from 1.29 on.
const addresses = ['events.data.microsoft.com', 'OneCollector'];

/** Which of them a file names, in one byte a letter or in two. */
export function uploadersIn(bytes) {
  return addresses.filter((address) => bytes.includes(address) || bytes.includes(Buffer.from(address, 'utf16le')));
}
