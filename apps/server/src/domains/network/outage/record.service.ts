import { DAY_SECONDS } from '@weft/contract'
import type { Db } from '../../../db/client.ts'
import { after, type Clock, fromUnix } from '../../../kernel/clock.ts'
import type { Settings } from '../../../kernel/settings.ts'
import * as queries from './record.queries.ts'

const KEPT_DAYS = 90
/** Seconds after which a change is visible at the latest: changes carry the time at which they were written, not committed. */
const LATE_SECONDS = 20
/** Seconds without a sign of life after which a gateway does not count. */
const SILENT_SECONDS = 60
/** Seconds that members have, once a gateway runs again, to come back before they count as lost: agents wait up to a minute. */
const RETURN_SECONDS = 120
/** Seconds between two looks at accounts in which an outage lasts, and at all: changes of networks end outages, too. */
const TROUBLED_SECONDS = 60
const ALL_SECONDS = 600
const MOST_ACCOUNTS = 100

export type OutageRecorder = ReturnType<typeof createOutageRecorder>

/**
 * Keeps the history of what is wrong with members: compares how they are with the outages that last (decision 071). Nothing is lost while
 * no process records, because the beginning and the end come from what is known of the member. Any number of processes may record.
 */
export function createOutageRecorder({
  db,
  clock,
  settings: { WEFT_ALERT_SECONDS: grace },
}: {
  db: Db
  clock: Clock
  settings: Pick<Settings, 'WEFT_ALERT_SECONDS'>
}) {
  let looked: Date | undefined
  let lookedAtTroubled: Date | undefined
  let lookedAtAll: Date | undefined
  const elapsed = (since: Date | undefined, now: Date) => (since === undefined ? Infinity : (now.getTime() - since.getTime()) / 1000)

  async function accountsToLookAt(now: Date, settling: boolean): Promise<number[]> {
    if (elapsed(lookedAtAll, now) >= (settling ? TROUBLED_SECONDS : ALL_SECONDS)) {
      lookedAtAll = lookedAtTroubled = now
      return queries.allAccounts(db.systemNow)
    }
    // What was too young for an outage in the former rounds is looked at again.
    const changed = await queries.changedAccounts(db.systemNow, after(now, -(elapsed(looked, now) + grace + LATE_SECONDS + 10)))
    if (elapsed(lookedAtTroubled, now) < TROUBLED_SECONDS) return changed
    lookedAtTroubled = now
    return [...new Set([...changed, ...(await queries.troubledAccounts(db.systemNow))])]
  }

  async function record(accounts: readonly number[], now: Date, platform: Date | undefined): Promise<void> {
    await db.system(async (system) => {
      if (!(await queries.holdRecord(system))) return
      await queries.endOutages(system, accounts, { now, grace })
      if (platform) await queries.beginOutages(system, accounts, { now, grace, platform })
    })
  }

  return {
    /** Records what changed since the last round. */
    async round(): Promise<void> {
      const now = clock.now()
      const since = await queries.platformSince(db.systemNow, after(now, -SILENT_SECONDS))
      const running = since === null ? 0 : elapsed(fromUnix(since), now)
      const accounts = await accountsToLookAt(now, running < RETURN_SECONDS + ALL_SECONDS)
      const platform = since !== null && running >= RETURN_SECONDS ? fromUnix(since) : undefined
      for (let from = 0; from < accounts.length; from += MOST_ACCOUNTS)
        await record(accounts.slice(from, from + MOST_ACCOUNTS), now, platform)
      looked = now
    },

    forget: (): Promise<void> => queries.deleteOutages(db.systemNow, after(clock.now(), -KEPT_DAYS * DAY_SECONDS)),
  }
}
