import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../bench/child.ts'
import { connectedAgents } from '../../bench/server.ts'
import { type Cluster, PASSWORD, startCluster } from './database.ts'
import { authority, databaseAddress, HOSTS, prepareHosts, PUBLIC_NAME, SERVERS, type ServerName, shipped } from './hosts.ts'
import { type Service, startService, withoutSettings } from './service.ts'
import { eventually } from './wait.ts'

const WEFT = join(ROOT, 'apps/server/bin/weft')
const SECRET = 'the secret of a site that lives for one proof'

/** A whole site as docs/from-one-to-three.md describes it, in one network namespace: the shipped files, with other names and paths. */
export interface Site {
  dir: string
  cluster: Cluster
  servers: Map<ServerName, Service>
  /** The public balancer, the way to the database on each server, and NATS. */
  others: Map<string, Service>
  console: string
  agents: string
  startServer(name: ServerName): void
  startNats(): void
  /** Returns whether the balancer may lead to a server's listener. @param port 8080 console, 8082 agents, 9090 metrics */
  ready(name: ServerName, port?: number): Promise<boolean>
  /** Returns how many members a server holds, from its metrics. */
  members(name: ServerName): Promise<number>
  /** Resolves once every server is ready with all its parts, with the seconds that it took. */
  allReady(): Promise<number>
  /** Carries the events over NATS from the next start of each server on. */
  withNats: boolean
  close(): Promise<void>
}

/** Prepares the folder of a site: names and certificates. Called before the namespace is entered, because Node reads its authorities once. */
export const prepareSite = (dir: string): void => prepareHosts(dir)

export async function startSite(dir: string): Promise<Site> {
  const log = (name: string) => join(dir, 'logs', `${name}.log`)
  mkdirSync(join(dir, 'logs'))
  const cluster = await startCluster(dir)
  await prepareDatabase(cluster)

  const others = new Map<string, Service>()
  const haproxy = (name: string, text: string) => {
    const file = join(dir, `${name}.cfg`)
    writeFileSync(file, text)
    const command = ['haproxy', '-db', '-f', file]
    others.set(name, startService({ name, command, log: log(name), env: { DESK_ADDRESS: HOSTS.balancer } }))
  }
  for (const server of SERVERS)
    haproxy(`database-${server}`, shipped('haproxy-database.cfg', { '127.0.0.1:5432': `${databaseAddress(server)}:5432` }))
  haproxy(
    'balancer',
    shipped('haproxy.cfg', {
      '/etc/haproxy': join(dir, 'haproxy'),
      'bind :': `bind ${HOSTS.balancer}:`,
      // Its file descriptors would be more than a container may open.
      'maxconn 100000': 'maxconn 5000',
    }),
  )

  const servers = new Map<ServerName, Service>()
  const settings = (name: ServerName) => {
    const url = (user: string) =>
      `postgres://${user}:${PASSWORD}@${databaseAddress(name)}:5432/weft?sslmode=verify-full&sslrootcert=${authority(dir)}`
    const data = join(dir, name)
    mkdirSync(data, { recursive: true })
    return {
      WEFT_ENV: 'production',
      DATABASE_URL: url('weft_server'),
      WEFT_DATABASE_OWNER_URL: url('weft_owner'),
      WEFT_SECRET: SECRET,
      WEFT_PUBLIC_URL: `https://${PUBLIC_NAME}`,
      WEFT_MIGRATE: 'check',
      WEFT_HOST: HOSTS[name],
      WEFT_METRICS_HOST: HOSTS[name],
      WEFT_TRUST_PROXY: HOSTS.balancer,
      WEFT_DATA_DIR: data,
      // A client of the proof makes the calls of many people with one login.
      WEFT_CALLS_FACTOR: '1000',
      ...(site.withNats && { WEFT_NATS_URL: `tls://weft:${PASSWORD}@nats-1:4222`, WEFT_NATS_CA: authority(dir) }),
    }
  }
  const ready = (name: ServerName, port = 9090) =>
    fetch(`http://${name}:${port}/readyz`, { signal: AbortSignal.timeout(3000) }).then(
      (answer) => answer.ok,
      () => false,
    )
  const site: Site = {
    dir,
    cluster,
    servers,
    others,
    console: `https://${PUBLIC_NAME}`,
    agents: `https://${PUBLIC_NAME}:8883`,
    withNats: false,
    startServer: (name) => void servers.set(name, startService({ name, command: [WEFT, 'server'], log: log(name), env: settings(name) })),
    startNats() {
      const file = join(dir, 'nats.conf')
      writeFileSync(file, shipped('nats.conf', { 'listen: 0.0.0.0': `listen: ${HOSTS['nats-1']}`, '/etc/nats': join(dir, 'nats') }))
      others.set(
        'nats',
        startService({ name: 'NATS', command: ['nats-server', '-c', file], log: log('nats'), env: { NATS_PASSWORD: PASSWORD } }),
      )
    },
    ready,
    members: (name) => connectedAgents({ metrics: `http://${name}:9090` }),
    allReady: () =>
      eventually('every server is ready', 180, async () => {
        const states = await Promise.all(SERVERS.map((name) => ready(name)))
        return states.every(Boolean)
      }),
    async close() {
      const all = [...servers.values(), ...others.values(), ...cluster.patroni.values(), ...cluster.etcd.values()]
      await Promise.all(all.map((service) => service.kill()))
    },
  }
  try {
    execFileSync(WEFT, ['migrate'], { env: { ...withoutSettings(), ...settings('weft-1') }, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const name of SERVERS) site.startServer(name)
    await site.allReady()
  } catch (error) {
    await site.close()
    throw error
  }
  return site
}

/** Makes the users and the database by the lines of docs/database.md. */
async function prepareDatabase({ query }: Cluster): Promise<void> {
  for (const statement of [
    'create role weft_app nologin',
    'create role weft_system nologin',
    `create role weft_owner login password '${PASSWORD}'`,
    `create role weft_server login noinherit password '${PASSWORD}'`,
    'grant weft_app, weft_system to weft_owner, weft_server',
    `create database weft owner weft_owner encoding 'UTF8' template template0`,
  ])
    await query(statement, [], 'postgres')
}
