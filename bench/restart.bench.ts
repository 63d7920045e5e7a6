import { writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type { Client } from 'pg'
import { inTemporaryFolder, ROOT, run } from './child.ts'
import { seedAccount, seedCredentials, watchMembers, withClient } from './data.ts'
import { atMost, type Bench, round, sleep } from './figure.ts'
import { connectedAgents, type Server, serve } from './server.ts'

const MEMBERS = Number(process.env.BENCH_RESTART_MEMBERS ?? 8000)
const CONNECT_SECONDS = 420
/** Seconds after the stop in which an alert would be sent: the members' time to come back, the debounce, and the sweep. */
const ALERT_SECONDS = 120
const SECRET = 'a secret of this bench that both of its servers have'

/** Starts a balancer for agents: each connection is led to the server that was chosen last. */
async function balancer() {
  let port = 0
  const sockets = new Set<Socket>()
  const server = createServer((agent) => {
    const server_end = connect(port, '127.0.0.1')
    for (const [end, far] of [
      [agent, server_end],
      [server_end, agent],
    ] as const) {
      sockets.add(end)
      end.on('error', () => far.destroy())
      end.on('close', () => {
        sockets.delete(end)
        far.destroy()
      })
    }
    agent.pipe(server_end).pipe(agent)
  }).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo: ({ agent }: Server) => void (port = Number(new URL(agent).port)),
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

const count = async (client: Client, what: string): Promise<number> =>
  Number((await client.query<{ n: string }>(`select count(*) as n from ${what}`)).rows[0]?.n)

async function allOn(server: Server): Promise<number> {
  const began = performance.now()
  while ((await connectedAgents(server)) < MEMBERS) {
    if (performance.now() - began > CONNECT_SECONDS * 1000)
      throw new Error(`${await connectedAgents(server)} of ${MEMBERS} members connected in ${CONNECT_SECONDS} s`)
    await sleep(250)
  }
  return (performance.now() - began) / 1000
}

/** Stops one of two servers, which holds all members, as an update does, and counts the alerts. */
export const restart: Bench = (say) =>
  inTemporaryFolder((dir) =>
    inTemporaryFolder(async (other_dir) => {
      const stays = await serve(dir, { WEFT_SECRET: SECRET })
      const stops = await serve(other_dir, { DATABASE_URL: stays.database, WEFT_SECRET: SECRET })
      const agents = await balancer()
      agents.leadTo(stops)
      try {
        const owner = await seedAccount(stays.database, 'benchowner', { members: MEMBERS, networks: 200 })
        const credentials = await seedCredentials(stays.database, owner)
        const file = join(dir, 'fleet.jsonl')
        await writeFile(file, credentials.map((one) => `${JSON.stringify({ ...one, kind: 'router' })}\n`).join(''))
        return await withClient(stays.database, async (client) => {
          await watchMembers(client, [owner])
          const fleet = run(join(ROOT, 'apps/server/bin/weft'), ['fleet', '--server', agents.address, '--members', file])
          try {
            say(`all connected to one server after ${round(await allOn(stops))} s`)
            await client.query('delete from alert_watch')
            // Alerts about what the members never had, such as enough services, are not of the stop.
            const before = (await client.query<{ now: Date }>('select clock_timestamp() as now')).rows[0]!.now
            agents.leadTo(stays)
            const began = performance.now()
            await stops.process.stop()
            const stopped = (performance.now() - began) / 1000
            await allOn(stays)
            const back = (performance.now() - began) / 1000
            say(`it stopped after ${round(stopped)} s, and all members were on the other after ${round(back)} s`)
            const window = Number(
              (await client.query<{ s: string }>('select max(extract(epoch from leaving_until - last_time)) as s from instance')).rows[0]
                ?.s ?? 0,
            )
            if (window > 0) say(`they had ${round(window)} s`)
            while (performance.now() - began < ALERT_SECONDS * 1000) await sleep(250)
            const alerts = await client.query<{ title: string }>('select title from alert where create_time > $1', [before])
            for (const { title } of alerts.rows) say(`an alert: ${title}`)
            return [
              atMost(`${MEMBERS} watched members, their server of two stopped in order: alerts`, 0, alerts.rows.length, ''),
              atMost('the same: members that were set offline meanwhile', 0, await count(client, 'alert_watch'), ''),
              { what: 'the same: all on the other server after', target: '', measured: `${round(back)} s`, ok: true },
            ]
          } finally {
            await fleet.stop()
          }
        })
      } finally {
        agents.close()
        await stops.process.stop().catch(() => {})
        await stays.process.stop()
      }
    }),
  )
