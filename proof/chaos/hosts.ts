import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../bench/child.ts'

/** The machines of one site, each with an address of its own on the loopback of the site's namespace. */
export const HOSTS = {
  balancer: '10.0.0.10',
  'weft-1': '10.0.0.11',
  'weft-2': '10.0.0.12',
  'weft-3': '10.0.0.13',
  'pg-1': '10.0.0.21',
  'pg-2': '10.0.0.22',
  'pg-3': '10.0.0.23',
  'nats-1': '10.0.0.31',
  'nats-2': '10.0.0.32',
  'nats-3': '10.0.0.33',
} as const
export const SERVERS = ['weft-1', 'weft-2', 'weft-3'] as const
export type ServerName = (typeof SERVERS)[number]
/** The two hosts with PostgreSQL. The third that the files name is the next standby of a full site, and is away here. */
export const NODES = ['pg-1', 'pg-2'] as const
export type NodeName = (typeof NODES)[number]

/** The names that browsers, operators and members know. */
export const PUBLIC_NAME = 'weft.example'

/** Returns the address at which the haproxy of a server leads to the primary: each server has a loopback address of its own. */
export const databaseAddress = (server: ServerName): string => `127.0.0.1${server.at(-1)!}`

/** The files of deploy/three-servers, as an operator gets them. */
const SHIPPED = join(ROOT, 'deploy/three-servers')

/** Returns a shipped file with some of its words replaced. @throws if the file lacks one: it was changed, and the proof has to follow */
export function shipped(file: string, words: Record<string, string>): string {
  let text = readFileSync(join(SHIPPED, file), 'utf8')
  for (const [word, replacement] of Object.entries(words)) {
    if (!text.includes(word)) throw new Error(`deploy/three-servers/${file} has no ${word}`)
    text = text.replaceAll(word, replacement)
  }
  return text
}

/** Writes `/etc/hosts` of the site and its certificates into a folder. */
export function prepareHosts(dir: string): void {
  const lines = Object.entries(HOSTS).map(([name, address]) => `${address} ${name}\n`)
  writeFileSync(join(dir, 'hosts'), `127.0.0.1 localhost\n${HOSTS.balancer} ${PUBLIC_NAME}\n${lines.join('')}`)
  const haproxy = join(dir, 'haproxy')
  mkdirSync(join(haproxy, 'certificates'), { recursive: true })
  cpSync(join(SHIPPED, 'weft-503.http'), join(haproxy, 'weft-503.http'))
  openssl(
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=a test’s authority',
    ],
    {
      '-keyout': authorityKey(dir),
      '-out': authority(dir),
    },
  )
  const name = certify(dir, 'public', [`DNS:${PUBLIC_NAME}`])
  const pem = readFileSync(name.cert, 'utf8') + readFileSync(name.key, 'utf8')
  for (const listener of ['console', 'desk', 'agents']) writeFileSync(join(haproxy, 'certificates', `${listener}.pem`), pem)
  const nats = certify(dir, 'nats-1', ['DNS:nats-1'])
  mkdirSync(join(dir, 'nats'))
  for (const [file, from] of Object.entries({ 'nats.crt': nats.cert, 'nats.key': nats.key, 'ca.crt': authority(dir) }))
    cpSync(from, join(dir, 'nats', file))
  for (const node of NODES) certify(dir, node, [`DNS:${node}`, ...SERVERS.map((server) => `IP:${databaseAddress(server)}`)])
}

/** Returns the file with the certificate of the site's authority. */
export const authority = (dir: string): string => join(dir, 'authority.crt')
const authorityKey = (dir: string) => join(dir, 'authority.key')

/** Makes a certificate of the authority. Names as openssl writes them, such as `DNS:weft.example`. */
function certify(dir: string, file: string, names: readonly string[]): { cert: string; key: string } {
  const [key, cert] = [join(dir, `${file}.key`), join(dir, `${file}.crt`)]
  const request = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=${file}`.split(' ')
  request.push('-addext', `subjectAltName=${names.join(',')}`, '-addext', 'basicConstraints=critical,CA:FALSE')
  openssl(request, { '-keyout': key, '-out': cert, '-CA': authority(dir), '-CAkey': authorityKey(dir) })
  return { cert, key }
}

function openssl(args: readonly string[], files: Record<string, string>): void {
  execFileSync('openssl', [...args, ...Object.entries(files).flat()], { stdio: ['ignore', 'ignore', 'pipe'] })
}

/** Gives a file or folder to the user `postgres`, and to nobody else. */
export function forPostgres(path: string, mode: number): void {
  const [uid, gid] = ['-u', '-g'].map((kind) => Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }))) as [number, number]
  chownSync(path, uid, gid)
  chmodSync(path, mode)
}
