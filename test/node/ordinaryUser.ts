/** Runs work with the rights of an ordinary user, to whom permissions apply, also where tests run as root. */
export async function asOrdinaryUser<T>(work: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return work();
  process.seteuid?.(65534); // nobody
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}
