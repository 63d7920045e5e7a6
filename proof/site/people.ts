import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from '../../bench/data.ts'
import type { Site } from './site.ts'

/** Seconds between two changes of a network, and for which a member is watched. */
const CHANGE_SECONDS = 20
const WATCH_SECONDS = 15

export interface People {
  counts: { changes: number; watches: number; samples: number }
  failures: string[]
  stop(): Promise<void>
}

/** Starts a person who changes one network after another, and one who watches the traffic of one member after another. */
export function startPeople(site: Site): People {
  const counts = { changes: 0, watches: 0, samples: 0 }
  const failures: string[] = []
  const ending = new AbortController()
  const pause = (seconds: number) => sleep(seconds * 1000, undefined, { signal: ending.signal }).catch(() => {})
  const { account_id } = site.owners[0]!
  const named = <T extends string>(what: T, table: string) =>
    withClient(site.database, async (client) => {
      const { rows } = await client.query<Record<T, string>>(`select ${what} from ${table} where account_id = $1 order by 1`, [account_id])
      return rows.map((row) => row[what])
    })

  async function changeNetworks(): Promise<void> {
    const networks = await named('network_number', 'network')
    for (let turn = 0; !ending.signal.aborted; turn++) {
      const answer = await fetch(`${site.console}/api/v1/network/dns`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${site.tokens[turn % site.tokens.length]}` },
        body: JSON.stringify({ network_number: networks[turn % networks.length], dns: [`10.9.${turn >> 8}.${turn & 255}`] }),
      })
      const { code, msg } = (await answer.json()) as { code: number; msg: string }
      if (code === 200) counts.changes += 1
      else failures.push(`a change was answered with ${code}: ${msg}`)
      await pause(CHANGE_SECONDS)
    }
  }

  async function watchMembers(): Promise<void> {
    const members = await named('router_name', 'member')
    for (let turn = 0; !ending.signal.aborted; turn++) {
      const query = new URLSearchParams({ token: site.tokens[turn % site.tokens.length]!, router_name: members[turn % members.length]! })
      const socket = new WebSocket(`${site.console.replace('http', 'ws')}/api/v1/router/traffic?${query}`)
      socket.addEventListener('open', () => (counts.watches += 1))
      socket.addEventListener('message', () => (counts.samples += 1))
      socket.addEventListener('error', () => void failures.push('a watch was refused'))
      await pause(WATCH_SECONDS)
      socket.close()
    }
  }

  const ended = Promise.all([changeNetworks(), watchMembers()])
  return {
    counts,
    failures,
    async stop() {
      ending.abort()
      await ended
    },
  }
}
