import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ADMIN, anLdapServer, BASE, PEOPLE } from '../apps/server/test/ldap-server.ts'
import { freePorts } from '../apps/server/test/free-port.ts'
import { inTemporaryFolder, residentMemory, ROOT, run } from './child.ts'
import { seedAccount, seedCredentials, seedSessions, withClient } from './data.ts'
import { atMost, type Bench, MEGABYTE, round, sleep } from './figure.ts'
import { connectedAgents, type Server, withServer } from './server.ts'

const USERS = 50_000
const IMPORTED = 1000
const CHECK_SECONDS = 2
const SNAPSHOT_SECONDS = 20
const SNAPSHOT_MB = 200
const UNCHANGED_SECONDS = 10
const IMPORT_SECONDS = 5
const EVERYBODY_SECONDS = 600
const LATE_MS = 250

/** Measures the check, the snapshot and the synchronisation of a directory of 50,000 users on a real OpenLDAP. */
export const directory: Bench = async (say) => {
  const ldif = Array.from({ length: USERS }, (_, i) => {
    const uid = `user${String(i).padStart(5, '0')}`
    return `dn: uid=${uid},${PEOPLE}\nobjectClass: inetOrgPerson\nuid: ${uid}\ncn: 员工 ${i}\nsn: ${i}\ndisplayName: 员工 ${i}\n`
  }).join('\n')
  const [port] = await freePorts(1)
  const ldap = await anLdapServer({ port: port!, ldif })
  try {
    return await withServer((server) => measured(server, ldap.port, say), { WEFT_EGRESS_ALLOW: `127.0.0.1:${port}` })
  } finally {
    await ldap.stop()
  }
}

async function measured(server: Server, port: number, say: (line: string) => void) {
  const owner = await seedAccount(server.database, 'benchowner', { members: 10, networks: 1 })
  const [token] = await seedSessions(server.database, owner, 1)
  const place = (quantity: number) =>
    withClient(server.database, (client) =>
      client.query(
        `insert into service (account_id, service_code, quantity, start_time) values ($1, 'software_member', $2, now() - interval '1 day')`,
        [owner.account_id, quantity],
      ),
    )
  await withClient(server.database, (client) =>
    client.query(`insert into directory_domain (account_id, domain) values ($1, 'example.com')`, [owner.account_id]),
  )
  // Ten licenses are free.
  await place(IMPORTED - 10)
  const ask = async <T>(path: string, input?: object): Promise<T> => {
    const answer = await fetch(`${server.console}/api/v1/${path}`, {
      method: input ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(input && { body: JSON.stringify(input) }),
    })
    const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: T }
    if (code !== 200) throw new Error(`${path} answered ${code} ${msg}`)
    return data
  }
  const form = { domain: 'example.com', host: '127.0.0.1', port, base_dn: BASE, username: ADMIN.dn, password: ADMIN.password }

  const check = await timed(() => ask('ldap/check', form))
  await ask('ldap/save', form)
  await sleep(2000)
  const rest = residentMemory(server.process.pid)
  const watching = watch(server)
  const snapshot = await timed(() => ask<{ hash: string; count: number }>('ldap/user?refresh=1&limit=10'))
  const { peak, late_ms } = await watching()
  say(`snapshot of ${snapshot.result.count} users: ${round(snapshot.seconds)} s`)
  const { hash } = snapshot.result

  const some = await timed(() => ask<{ imported: number }>('ldap/sync', { hash }))
  if (some.result.imported !== IMPORTED) throw new Error(`${some.result.imported} were imported`)
  await place(USERS)
  const everybody = await timed(async () => {
    const { queued } = await ask<{ queued: number }>('ldap/sync', { hash })
    if (queued !== 1) throw new Error('so many changes were not put into the queue')
    for (;;) {
      const { count } = await ask<{ count: number }>('ldap/sync_status')
      if (count === USERS) return
      await sleep(500)
    }
  })
  say(`all ${USERS} imported in the background after ${round(everybody.seconds)} s`)
  await sleep(3000)
  const unchanged = await timed(async () => {
    const read = await ask<{ hash: string }>('ldap/user?refresh=1&limit=10')
    await ask('ldap/sync', { hash: read.hash })
  })
  const [router] = await seedCredentials(server.database, owner)
  const through = await throughMember(server, router!, port, async () => {
    const wanted = { ...form, mode: 'private', router_name: router!.router_name }
    await ask('ldap/check', wanted)
    await ask('ldap/save', wanted)
    await sleep(2000)
    const before = residentMemory(server.process.pid)
    const watched = watch(server)
    const { seconds } = await timed(() => ask('ldap/user?refresh=1&limit=10'))
    const seen = await watched()
    return { seconds, memory: seen.peak - before, late_ms: seen.late_ms }
  })
  return [
    atMost(`directory of ${USERS} users, through a member: snapshot`, SNAPSHOT_SECONDS, through.seconds, 's'),
    atMost(`the same: memory of the server above rest`, SNAPSHOT_MB, through.memory / MEGABYTE, 'MB'),
    atMost(`the same: slowest answer of /healthz meanwhile`, LATE_MS, through.late_ms, 'ms'),
    atMost(`directory of ${USERS} users: check`, CHECK_SECONDS, check.seconds, 's'),
    atMost(`directory of ${USERS} users: snapshot`, SNAPSHOT_SECONDS, snapshot.seconds, 's'),
    atMost(`directory of ${USERS} users: memory of a snapshot above rest`, SNAPSHOT_MB, (peak - rest) / MEGABYTE, 'MB'),
    atMost(`directory of ${USERS} users: slowest answer of /healthz meanwhile`, LATE_MS, late_ms, 'ms'),
    atMost(`directory of ${USERS} users: read and synchronised without changes`, UNCHANGED_SECONDS, unchanged.seconds, 's'),
    atMost(`directory: ${IMPORTED} users imported`, IMPORT_SECONDS, some.seconds, 's'),
    atMost(`directory: all ${USERS} users imported in the background`, EVERYBODY_SECONDS, everybody.seconds, 's'),
  ]
}

/** Runs work while a hardware member is connected that may query the directory on this machine. */
const throughMember = <T>(server: Server, member: object, port: number, work: () => Promise<T>): Promise<T> =>
  inTemporaryFolder(async (dir) => {
    const file = join(dir, 'fleet.jsonl')
    await writeFile(file, `${JSON.stringify({ ...member, kind: 'router' })}\n`)
    const args = ['fleet', '--server', server.agent, '--members', file, '--ldap-allow', `127.0.0.1:${port}`]
    const fleet = run(join(ROOT, 'apps/server/bin/weft'), args)
    try {
      while ((await connectedAgents(server)) < 1) await sleep(100)
      // The database knows of the connection within a second.
      await sleep(2000)
      return await work()
    } finally {
      await fleet.stop()
    }
  })

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; seconds: number }> {
  const began = performance.now()
  const result = await work()
  return { result, seconds: (performance.now() - began) / 1000 }
}

/** Watches the server's memory and response times until the returned function is called. */
function watch(server: Server): () => Promise<{ peak: number; late_ms: number }> {
  let [going, peak, late_ms] = [true, 0, 0]
  const watching = (async () => {
    while (going) {
      const began = performance.now()
      await (await fetch(`${server.console}/healthz`)).arrayBuffer()
      late_ms = Math.max(late_ms, performance.now() - began)
      peak = Math.max(peak, residentMemory(server.process.pid))
      await sleep(20)
    }
  })()
  return async () => {
    going = false
    await watching
    return { peak, late_ms }
  }
}
