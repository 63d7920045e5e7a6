import type { AgentMessage } from '@weft/contract'
import type { Db } from '../db/client.ts'
import type { Batch } from '../db/batch.ts'
import { type ConfigReport, updateApplied } from './config.queries.ts'
import { isPop } from '../domains/member/device/credential.service.ts'
import { updatePopsApplied } from './pop.queries.ts'
import type { Queues } from './queues.ts'
import { markSettled } from '../domains/network/change/store.service.ts'
import { publishMembers } from '../domains/network/state/state.service.ts'
import { lockMembers, publishRevisions } from './members.queries.ts'

export type ConfigAck = Extract<AgentMessage, { type: 'config.ack' }>

const BATCH_MS = 50
const MOST_WAITING = 50_000
const MOST_OF_ONE = 100

/** Creates the batch that writes what members report of their configuration; of each member one counts. */
export function createConfigReports(db: Db, queues: Queues): Batch<ConfigReport> {
  return queues.open<ConfigReport>({
    name: 'configuration reports',
    delay_ms: BATCH_MS,
    most: MOST_WAITING,
    most_of_one: MOST_OF_ONE,
    sourceOf: ({ router_name }) => router_name,
    async write(reports) {
      // A device that went back says so of the newer revision, and then that it runs the older one: the newer one counts.
      const own = Map.groupBy(reports, ({ router_name }) => router_name)
      const latest = [...own.values()].map((all) => all.reduce((a, b) => (b.revision >= a.revision ? b : a)))
      const members = latest.filter((report) => !isPop(report))
      await db.system(async (system) => {
        await lockMembers(system, members)
        await updatePopsApplied(system, latest.filter(isPop))
        const changed = await updateApplied(system, members)
        await publishRevisions(system, changed)
        await publishMembers(system, changed)
      })
      // Afterwards, since changes of networks lock memberships before members. Also of reports that repeat those before: their time may not
      // have been noted. The schedule notes what is left out here.
      await markSettled(db.systemNow, members)
    },
  })
}

/** Returns the reason why a member does not run its configuration, as the console shows it. */
export const errorOf = ({ phase, errors }: Pick<ConfigAck, 'phase' | 'errors'>): string =>
  `${phase}: ${errors.join('; ').slice(0, 400) || 'no reason given'}`
