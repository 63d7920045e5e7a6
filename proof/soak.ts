import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { residentMemory } from '../bench/child.ts'
import { refreshSessions, withClient } from '../bench/data.ts'
import { round } from '../bench/figure.ts'
import { connectedAgents, type Server } from '../bench/server.ts'
import type { Proof } from './proof.ts'
import { growthOf } from './site/growth.ts'
import { startProbe } from './site/probe.ts'
import { startPeople } from './site/people.ts'
import { type Site, withSite } from './site/site.ts'

/** The number of simulated members, and of minutes after the first ones; `WEFT_PROOF_MEMBERS` and `WEFT_PROOF_MINUTES` set others. */
const MEMBERS = Number(process.env['WEFT_PROOF_MEMBERS'] ?? 3_000)
const MINUTES = Number(process.env['WEFT_PROOF_MINUTES'] ?? 60)
/** Minutes in which caches fill, code is compiled and pools open; they are not judged. */
const WARM_UP_MINUTES = Math.max(2, Math.round(MINUTES / 6))
/** What memory may grow by during the judged minutes, as a share of what it was; and open files, as a number. */
const MEMORY_SHARE = 0.1
const FILES = 10

/** What a server used in one minute: the least of each, which for the heap is just after a collection of garbage. */
interface Minute {
  heap: number
  resident: number
  /** Open files beyond one for each connected member. */
  files: number
}

/** Runs three servers under a steady load of reports, watches, calls and changes, and demands that memory and open files stay flat. */
export const soak: Proof = (say) =>
  withSite(MEMBERS, async (site) => {
    say(`all ${MEMBERS} members connected after ${round(await site.connectMembers())} s`)
    const people = startPeople(site)
    const probe = startProbe(site.console, site.tokens)
    const minutes: Minute[][] = site.servers.map(() => [])
    try {
      for (let minute = 1; minute <= WARM_UP_MINUTES + MINUTES; minute++) {
        await refreshSessions(site.database)
        const used = await leastOfMinute(site)
        for (const [i, one] of used.entries()) minutes[i]!.push(one)
        const told = used.map(
          (one) => `${Math.round(one.heap / 1e6)} + ${Math.round((one.resident - one.heap) / 1e6)} MB, ${one.files} files`,
        )
        say(`minute ${minute}${minute <= WARM_UP_MINUTES ? ' (warming up)' : ''}: ${told.join('; ')}; ${await site.connected()} members`)
      }
    } finally {
      await people.stop()
      await probe.stop()
    }
    const refused = probe.answers.filter(({ status }) => status !== 200).length
    say(
      `${probe.answers.length} calls, ${people.counts.changes} changes, ${people.counts.watches} watches with ${people.counts.samples} samples`,
    )
    const away = MEMBERS - (await site.connected())
    const unchanged = await settledAfter(site, 60)
    return [
      ...site.servers.map((_, i) => ({
        what: `server ${i + 1} of 3 for ${MINUTES} minutes with ${MEMBERS} members`,
        failures: judge(minutes[i]!.slice(WARM_UP_MINUTES), say, i + 1),
      })),
      {
        what: 'calls, changes and watches meanwhile',
        failures: [
          ...(refused > 0 ? [`${refused} of ${probe.answers.length} calls were not answered with 200`] : []),
          ...people.failures,
          ...(people.counts.changes === 0 || people.counts.samples === 0 ? ['no change was made, or no watch showed a sample'] : []),
          ...(away > 0 ? [`${away} members are not connected at the end`] : []),
          ...(unchanged > 0 ? [`${unchanged} members do not run their configuration a minute after the last change`] : []),
        ],
      },
    ]
  })

/** Returns a line for each thing of which a server used more and more. */
function judge(minutes: readonly Minute[], say: (line: string) => void, server: number): string[] {
  const grown = (of: keyof Minute) => growthOf(minutes.map((minute) => minute[of]))
  const [heap, resident, files] = [grown('heap'), grown('resident'), grown('files')]
  say(
    `server ${server}: heap ${share(heap)}, resident memory ${share(resident)}, open files ${round(files.by)} during ${minutes.length} minutes`,
  )
  return [
    ...(heap.by > MEMORY_SHARE * heap.from ? [`the heap grew by ${share(heap)}`] : []),
    ...(resident.by > MEMORY_SHARE * resident.from ? [`resident memory grew by ${share(resident)}`] : []),
    ...(files.by > FILES ? [`open files grew by ${round(files.by)}`] : []),
  ]
}
const share = ({ from, by }: { from: number; by: number }) => `${round(by / 1e6)} MB of ${round(from / 1e6)} MB`

/** Looks at each server every two seconds for a minute. @returns the least that each used */
async function leastOfMinute({ servers }: Site): Promise<Minute[]> {
  const least: Minute[] = servers.map(() => ({ heap: Infinity, resident: Infinity, files: Infinity }))
  for (const began = performance.now(); performance.now() - began < 60_000; await sleep(2_000))
    for (const [i, server] of servers.entries()) {
      const now = await usedBy(server)
      for (const what of ['heap', 'resident', 'files'] as const) least[i]![what] = Math.min(least[i]![what], now[what])
    }
  return least
}

async function usedBy(server: Server): Promise<Minute> {
  const text = await (await fetch(`${server.metrics}/metrics`)).text()
  const { pid } = server.process
  return {
    heap: Number(/^nodejs_heap_size_used_bytes (\S+)$/m.exec(text)?.[1]),
    resident: residentMemory(pid),
    files: readdirSync(`/proc/${pid}/fd`).length - (await connectedAgents(server)),
  }
}

/** Returns how many members do not run the configuration that they should, once there are none or the seconds have passed. */
const settledAfter = ({ database }: Site, seconds: number): Promise<number> =>
  withClient(database, async (client) => {
    for (const began = performance.now(); ; await sleep(500)) {
      const { rows } = await client.query<{ n: number }>('select count(*)::int as n from member where applied_revision < config_revision')
      if (rows[0]!.n === 0 || performance.now() - began > seconds * 1000) return rows[0]!.n
    }
  })
