import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { databaseAddress, type NodeName, type ServerName } from './hosts.ts'
import type { Site } from './site.ts'

const TABLE = 'inet weft_cut'

/** Drops packets inside the namespace, as a broken line does: nobody is told. @param rules of nftables, such as `tcp dport 5432` */
function drop(rules: readonly string[]): void {
  const lines = rules.map((rule) => `add rule ${TABLE} input ${rule} drop`)
  const chain = `add chain ${TABLE} input { type filter hook input priority 0; }`
  execFileSync('nft', ['-f', '-'], { input: [`add table ${TABLE}`, chain, ...lines].join('\n') })
}

/** Cuts a server from its database and from nothing else. */
export function cutDatabase(server: ServerName): void {
  const address = databaseAddress(server)
  drop([`ip daddr ${address} tcp dport 5432`, `ip saddr ${address} tcp sport 5432`])
}

/** Cuts the connections over which the servers hear the notifications of PostgreSQL, and no others. @returns how many */
export async function cutListeners({ cluster }: Site): Promise<number> {
  const rows = await cluster.query<{ port: number }>(`select client_port as port from pg_stat_activity where application_name = 'weft bus'`)
  drop(rows.flatMap(({ port }) => [`tcp dport 5432 tcp sport ${port}`, `tcp sport 5432 tcp dport ${port}`]))
  return rows.length
}

/** Lets all packets through again. */
export const heal = (): void => void execFileSync('nft', ['delete', 'table', ...TABLE.split(' ')])

const filler = ({ cluster }: Site, node: NodeName) => join(cluster.disk(node), 'filler')

/** Fills the disk of a node to its last byte. */
export function fill(site: Site, node: NodeName): void {
  execFileSync('sh', ['-c', 'cat /dev/zero > "$1" 2> /dev/null || true', 'sh', filler(site, node)])
}
export const free = (site: Site, node: NodeName): void => rmSync(filler(site, node), { force: true })
