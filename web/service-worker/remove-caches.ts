/** All caches of this worker begin with it, because other software may have some at this address. */
export const PREFIX = 'longhand-';

export async function removeCaches(isRemoved = (_name: string) => true): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && isRemoved(name));
  await Promise.all(names.map((name) => caches.delete(name)));
}
