import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { inTemporaryFolder, ROOT } from '../bench/child.ts'
import { authority } from './chaos/hosts.ts'
import { ROWS } from './chaos/rows.ts'
import { prepareSite } from './chaos/site.ts'
import type { Finding, Proof } from './proof.ts'

/** The programs of the site, with the packages of Debian that have them. bin/proof installs them. */
const PROGRAMS: Record<string, string> = {
  '/usr/bin/etcd': 'etcd-server',
  '/usr/bin/patroni': 'patroni',
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/sbin/nats-server': 'nats-server',
  '/usr/sbin/nft': 'nftables',
  '/usr/sbin/ip': 'iproute2',
  '/usr/bin/openssl': 'openssl',
}

export const faults: readonly string[] = ROWS.map(({ name }) => name)

/**
 * Runs a whole site of three servers with Patroni, etcd, haproxy and NATS from the files of deploy/three-servers, 300 members and twelve
 * clients, in namespaces of its own, and breaks it in every way of the table of failures.
 * `WEFT_PROOF_LOGS` names a folder to which the logs of all its programs are copied.
 * @param only the faults to try; all if it is empty
 */
export const chaos: Proof = (say, only = []) =>
  inTemporaryFolder(async (dir) => {
    const missing = whatIsMissing()
    if (missing !== undefined) return [{ what: 'chaos', failures: [missing] }]
    // PostgreSQL runs as another user.
    execFileSync('chmod', ['755', dir])
    prepareSite(dir)
    // All that runs in the namespaces ends with their first process, and that with this one. It is a shell, which takes leave of processes
    // whose parents have ended: Node would leave them as zombies, and Patroni would wait for them.
    const namespaces = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc']
    const inside = ['sh', '-c', '"$@"; exit $?', 'sh', process.execPath, join(ROOT, 'proof/chaos/inside.ts'), dir, ...only]
    const child = spawn('unshare', [...namespaces, ...inside], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_EXTRA_CA_CERTS: authority(dir) },
    })
    for await (const line of createInterface(child.stdout)) say(line)
    const kept = process.env['WEFT_PROOF_LOGS']
    if (kept) cpSync(join(dir, 'logs'), kept, { recursive: true })
    const found = join(dir, 'findings.json')
    if (!existsSync(found)) return [{ what: 'chaos', failures: ['it did not run to its end'] }]
    return JSON.parse(readFileSync(found, 'utf8')) as Finding[]
  })

/** Returns in one sentence what this machine lacks for the proof; undefined if it lacks nothing. */
function whatIsMissing(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'it needs root on Linux, for network namespaces'
  const lacking = Object.entries(PROGRAMS).flatMap(([path, name]) => (existsSync(path) ? [] : [name]))
  return lacking.length > 0 ? `it needs these packages of Debian 12: ${lacking.join(', ')}` : undefined
}
