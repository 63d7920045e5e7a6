import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inTemporaryFolder, residentMemory, ROOT, run } from './child.ts'
import { seedAccount, seedCredentials } from './data.ts'
import { atMost, type Bench, round, sleep } from './figure.ts'
import { connectedAgents, withServer } from './server.ts'

const MEMBERS = 5000
const LIMIT_KB = 60
const CONNECT_SECONDS = 180
/** Seconds in which configurations are applied and the first minute is reported. */
const SETTLE_SECONDS = 90

/** Measures the server with simulated members over the real protocol, from another process. */
export const members: Bench = (say) =>
  withServer((server) =>
    inTemporaryFolder(async (dir) => {
      const owner = await seedAccount(server.database, 'benchowner', { members: MEMBERS, networks: 200 })
      const credentials = await seedCredentials(server.database, owner)
      const file = join(dir, 'fleet.jsonl')
      await writeFile(file, credentials.map((one) => `${JSON.stringify({ ...one, kind: 'router' })}\n`).join(''))
      await sleep(5000)
      const before = residentMemory(server.process.pid)
      const began = performance.now()
      const fleet = run(join(ROOT, 'apps/server/bin/weft'), ['fleet', '--server', server.agent, '--members', file])
      try {
        while ((await connectedAgents(server)) < MEMBERS) {
          if (performance.now() - began > CONNECT_SECONDS * 1000)
            throw new Error(`${await connectedAgents(server)} of ${MEMBERS} members connected in ${CONNECT_SECONDS} s`)
          await sleep(250)
        }
        const seconds = (performance.now() - began) / 1000
        say(
          `all connected after ${round(seconds)} s; ${round((residentMemory(server.process.pid) - before) / MEMBERS / 1000)} kB each then`,
        )
        await sleep(SETTLE_SECONDS * 1000)
        const connected = await connectedAgents(server)
        const each = (residentMemory(server.process.pid) - before) / MEMBERS / 1000
        return [
          atMost(`${MEMBERS} members connected: memory of the server for each`, LIMIT_KB, each, 'kB'),
          atMost(`${MEMBERS} members: not connected after ${SETTLE_SECONDS} s`, 0, MEMBERS - connected, ''),
          { what: `${MEMBERS} members: time until all are connected`, target: '', measured: `${round(seconds)} s`, ok: true },
        ]
      } finally {
        await fleet.stop()
      }
    }),
  )
