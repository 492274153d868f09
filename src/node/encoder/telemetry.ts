/**
 * Keeps the model runtime from reporting about its use: from 1.29 on its libraries for Linux and macOS can. They read this once,
 * when the first of them is loaded, from the environment of the process. In a worker thread `process.env` is a copy of it, so
 * this is called in the main thread, before any thread loads the runtime.
 */
export function switchTelemetryOff(): void {
  process.env['ORT_DISABLE_TELEMETRY'] = '1';
}
