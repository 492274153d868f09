/** The libraries of the models that this process has loaded, its threads included. */
export function listModelLibraries(): readonly string[] {
  Object.assign(process.report, { excludeNetwork: true }); // the names of hosts would be looked up
  const { sharedObjects } = process.report.getReport() as unknown as { readonly sharedObjects: readonly string[] };
  return sharedObjects.filter((file) => /onnxruntime/i.test(file));
}
