/** The devices whose credentials have opened connections, by the beginning of the credentials' digests: known before the database is asked. */
export interface SeenCredentials {
  /** Returns the device that a credential belonged to when it was last used; undefined for one that was not seen. */
  deviceOf(digest: Buffer): string | undefined
  add(digest: Buffer, router_name: string): void
  remove(digest: Buffer): void
}

/** Credentials that are remembered: those of all devices of a large installation. */
export const MOST_SEEN = 200_000

export function createSeenCredentials(most = MOST_SEEN): SeenCredentials {
  const seen = new Map<bigint, string>()
  const keyOf = (digest: Buffer) => digest.readBigUInt64BE(0)
  return {
    deviceOf: (digest) => seen.get(keyOf(digest)),
    add(digest, router_name) {
      const key = keyOf(digest)
      // The one that was used longest ago is forgotten first.
      seen.delete(key)
      seen.set(key, router_name)
      const [oldest] = seen.keys()
      if (seen.size > most && oldest !== undefined) seen.delete(oldest)
    },
    remove: (digest) => void seen.delete(keyOf(digest)),
  }
}
