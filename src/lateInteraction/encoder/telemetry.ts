/**
 * Prevents the model runtime from reporting its use, which its libraries for Linux and macOS can do from 1.29 on. They read this setting
 * once, when the first of them is loaded, from the environment of the process. In a worker thread `process.env` is a copy, so this is
 * called in the main thread, before any thread loads the runtime.
 */
export function switchTelemetryOff(): void {
  process.env['ORT_DISABLE_TELEMETRY'] = '1';
}
