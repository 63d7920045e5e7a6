import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { forPostgres, HOSTS, NODES, type NodeName, shipped } from './hosts.ts'
import { type Service, startService } from './service.ts'
import { eventually } from './wait.ts'

const ETCD_HOSTS = ['pg-1', 'pg-2', 'pg-3'] as const
type EtcdName = (typeof ETCD_HOSTS)[number]

/** Megabytes of the file system of one node's data, which the fault `fill` fills up. */
const DISK_MEGABYTES = 1500
export const PASSWORD = 'a-password-of-the-proof'

/** etcd on three hosts, and PostgreSQL under Patroni on two of them: a primary and its synchronous standby. */
export interface Cluster {
  etcd: Map<EtcdName, Service>
  patroni: Map<NodeName, Service>
  startEtcd(name: EtcdName): void
  startNode(name: NodeName): void
  /** Returns the node that Patroni calls its primary, from its answer at `/primary`; undefined while there is none. */
  primary(): Promise<NodeName | undefined>
  /** Resolves once there is a primary with a synchronous standby, with the seconds that it took. */
  whole(): Promise<number>
  patronictl(...args: string[]): void
  /** The folder with the data of a node, a file system of its own. */
  disk(name: NodeName): string
  /** Runs a statement on the primary as a superuser, over a connection of its own. */
  query<Row>(statement: string, values?: readonly unknown[], database?: string): Promise<Row[]>
  /** Returns the address of the installation's database for a user of the proof, without a check of the certificate. */
  url(user: string, host: string, database?: string): string
}

export async function startCluster(dir: string): Promise<Cluster> {
  const log = (name: string) => join(dir, 'logs', `${name}.log`)
  const disk = (name: NodeName) => join(dir, name)
  const config = (name: NodeName) => join(dir, `${name}.yml`)
  for (const name of NODES) {
    mkdirSync(disk(name))
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MEGABYTES}m`, 'none', disk(name)])
    forPostgres(disk(name), 0o700)
    for (const file of [`${name}.key`, `${name}.crt`]) forPostgres(join(dir, file), 0o600)
    writeFileSync(config(name), patroniConfig(dir, name))
  }

  const etcd = new Map<EtcdName, Service>()
  const startEtcd = (name: EtcdName) => {
    const peers = ETCD_HOSTS.map((host) => `${host}=http://${HOSTS[host]}:2380`).join(',')
    const options = {
      name: name,
      'data-dir': join(dir, `etcd-${name}`),
      'listen-peer-urls': `http://${HOSTS[name]}:2380`,
      'listen-client-urls': `http://${HOSTS[name]}:2379`,
      'advertise-client-urls': `http://${name}:2379`,
      'initial-advertise-peer-urls': `http://${HOSTS[name]}:2380`,
      'initial-cluster': peers,
    }
    const args = Object.entries(options).flatMap(([option, value]) => [`--${option}`, value])
    etcd.set(name, startService({ name: `etcd of ${name}`, command: ['etcd', ...args], log: log(`etcd-${name}`) }))
  }
  const patroni = new Map<NodeName, Service>()
  const startNode = (name: NodeName) => {
    // Each host has a folder of its own for the socket of its PostgreSQL.
    const sockets = join(disk(name), 'run')
    mkdirSync(sockets, { recursive: true })
    forPostgres(sockets, 0o755)
    const asPostgres = 'exec setpriv --reuid postgres --regid postgres --init-groups patroni "$2"'
    const command = [
      'unshare',
      '--mount',
      'sh',
      '-c',
      `mount --bind "$1" /var/run/postgresql && ${asPostgres}`,
      'sh',
      sockets,
      config(name),
    ]
    const env = { HOME: '/var/lib/postgresql' }
    const more = () => postmaster(join(disk(name), 'main'))
    patroni.set(name, startService({ name: `Patroni of ${name}`, command, log: log(`patroni-${name}`), env, more }))
  }
  const says = (name: NodeName, path: string) =>
    fetch(`http://${name}:8008/${path}`, { signal: AbortSignal.timeout(2000) }).then(
      (answer) => answer.ok,
      () => false,
    )
  const primary = async () => {
    for (const name of NODES) if (await says(name, 'primary')) return name
    return undefined
  }
  const url = (user: string, host: string, database = 'weft') => `postgres://${user}:${PASSWORD}@${host}:5432/${database}?sslmode=no-verify`

  for (const name of ETCD_HOSTS) startEtcd(name)
  await eventually('etcd has a leader', 60, async () => {
    const answer = await fetch('http://pg-1:2379/health')
    return ((await answer.json()) as { health: string }).health === 'true'
  })
  startNode('pg-1')
  await eventually('Patroni has made a primary', 120, async () => (await primary()) === 'pg-1')
  startNode('pg-2')
  const cluster: Cluster = {
    etcd,
    patroni,
    startEtcd,
    startNode,
    primary,
    whole: () =>
      eventually('the primary has a synchronous standby', 180, async () => {
        const one = await primary()
        return one !== undefined && (await says(one === 'pg-1' ? 'pg-2' : 'pg-1', 'synchronous'))
      }),
    patronictl: (...args) => void execFileSync('patronictl', ['-c', config('pg-1'), ...args], { stdio: ['ignore', 'pipe', 'pipe'] }),
    disk,
    async query<Row>(statement: string, values: readonly unknown[] = [], database = 'weft') {
      const name = await primary()
      if (name === undefined) throw new Error('the database has no primary')
      const client = new Client({ connectionString: url('postgres', name, database), connectionTimeoutMillis: 10_000 })
      client.on('error', () => {})
      await client.connect()
      try {
        return (await client.query(statement, [...values])).rows as Row[]
      } finally {
        await client.end()
      }
    },
    url,
  }
  await cluster.whole()
  return cluster
}

/** Returns the shipped file for one node. What archives the log belongs to the backups, and stands in for pgBackRest here. */
function patroniConfig(dir: string, name: NodeName): string {
  return shipped('patroni.yml', {
    'pg-1:8008': `${name}:8008`,
    'pg-1:5432': `${name}:5432`,
    'name: pg-1': `name: ${name}`,
    'listen: 0.0.0.0:8008': `listen: ${HOSTS[name]}:8008`,
    'listen: 10.0.0.1:5432': `listen: ${HOSTS[name]}:5432`,
    'CHANGE-ME': PASSWORD,
    '/var/lib/postgresql/15/main': join(dir, name, 'main'),
    '/run/patroni/pgpass': join(dir, name, 'pgpass'),
    '/etc/patroni/pg.crt': join(dir, `${name}.crt`),
    '/etc/patroni/pg.key': join(dir, `${name}.key`),
    'pgbackrest --stanza=weft archive-push %p': '/bin/true',
  })
}

/** Returns the process of the PostgreSQL whose data are in a folder; empty if none runs. */
function postmaster(data: string): number[] {
  const file = join(data, 'postmaster.pid')
  const pid = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : 0
  // After a crash the file is still there, and another process may have the number.
  return pid > 0 && commandOf(pid).includes('postgres') ? [pid] : []
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
