import type { Log } from '../../log.ts'

/** What the kernel should forward between tunnels, and how. */
export interface Forwarding {
  /** The text of nftables' rules for the table `inet weft`. */
  rules: string
  /** The kernel's settings by name, such as `net.ipv4.ip_forward`. */
  settings: ReadonlyMap<string, string>
}

/** Keeps the rules and settings of the kernel that separate networks and forward their packets, whatever other programs do with them. */
export interface KernelGuard {
  /** Sets what must be; undefined if there are no tunnels. @throws if the kernel does not take it */
  want(forwarding: Forwarding | undefined): Promise<void>
  /**
   * Called every second: reads the settings, and every two seconds the rules if some separate networks, and restores what others changed.
   * @throws if it cannot be restored
   */
  look(): Promise<void>
  /** Returns why the kernel does not forward as it should; undefined if it does. */
  fault(): string | undefined
}

const LIST_EVERY_MS = 2_000
const LOG_EVERY_MS = 60_000

export function createKernelGuard({
  load,
  list,
  set,
  get,
  log,
  now = () => performance.now(),
}: {
  /** Loads nftables' rules; undefined removes the table. */
  load: (rules: string | undefined) => Promise<void>
  /** Returns the table as nftables shows it; undefined if there is none. */
  list: () => Promise<string | undefined>
  set: (name: string, value: string) => Promise<void>
  get: (name: string) => string
  log: Log
  /** The monotonic clock, in milliseconds. */
  now?: () => number
}): KernelGuard {
  let wanted: Forwarding | undefined
  /** The table as nftables showed it once it was loaded. */
  let shown: string | undefined
  let listedAt = Number.NEGATIVE_INFINITY
  /** When a change of each was logged last. */
  const loggedAt = new Map<string, number>()
  let fault: string | undefined
  /** Steps run one after another, so that a look does not restore what an apply replaces. */
  let work: Promise<unknown> = Promise.resolve()

  function queue(step: () => Promise<void>): Promise<void> {
    const done = work.then(step)
    work = done.catch(() => {})
    return done
  }

  async function loadRules(): Promise<void> {
    await load(wanted?.rules)
    shown = wanted && (await list())
    listedAt = now()
  }

  async function restore(): Promise<void> {
    if (!wanted) return
    const changed = [...wanted.settings].filter(([name, value]) => get(name) !== value)
    const isListed = / drop$/m.test(wanted.rules) && now() - listedAt >= LIST_EVERY_MS
    if (isListed) listedAt = now()
    const areOther = isListed && (await list()) !== shown
    const what = [...(areOther ? ['the rules between networks'] : []), ...changed.map(([name]) => name)]
    if (what.length === 0) return
    const isDue = (one: string) => now() - (loggedAt.get(one) ?? Number.NEGATIVE_INFINITY) >= LOG_EVERY_MS
    const news = what.filter(isDue)
    for (const one of news) loggedAt.set(one, now())
    if (news.length > 0) log.warn(`another program changed ${news.join(', ')} of the kernel, which is restored`)
    if (areOther) await loadRules()
    for (const [name, value] of changed) await set(name, value)
  }

  return {
    want: (forwarding) =>
      queue(async () => {
        wanted = forwarding
        await loadRules()
        for (const [name, value] of wanted?.settings ?? []) await set(name, value)
        fault = undefined
      }),
    look: () =>
      queue(async () => {
        try {
          await restore()
          fault = undefined
        } catch (error) {
          // The rules are looked at again at once: networks may not be separated.
          listedAt = Number.NEGATIVE_INFINITY
          fault = `what the kernel forwards cannot be restored: ${error instanceof Error ? error.message : String(error)}`
          throw error
        }
      }),
    fault: () => fault,
  }
}
