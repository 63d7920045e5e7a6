import { contract, doorBase } from '@weft/contract'
import { connect } from '../../apps/server/src/db/client.ts'
import { grantService } from '../../apps/server/src/domains/foundation/sale/sale.service.ts'
import { seedAccount, seedCredentials, seedSessions, watchMembers, withClient } from '../../bench/data.ts'
import type { CrowdMember } from './crowd.ts'
import type { Stage } from './questions.ts'

const MEMBERS = 300
const NETWORKS = 10
/** Networks with two centers: enough that one has them on different servers wherever the balancer leads members. */
const PAIRS = 6

/** Writes the account of the crowd: its networks, members that are watched with alerts, and their credentials. */
export async function seedCrowd(
  database: string,
  console_: string,
): Promise<Pick<Stage, 'token' | 'network' | 'pairs' | 'stranger'> & { members: CrowdMember[] }> {
  const owner = await seedAccount(database, 'crowdowner', { members: MEMBERS - 2 * PAIRS, networks: NETWORKS })
  const { account_id } = owner
  const more = Array.from({ length: 2 * PAIRS + 1 }, (_, i) => `SN${String(account_id).padStart(4, '0')}${900_000 + i}`)
  const account_number = await withClient(database, async (client) => {
    await client.query(
      `insert into member (account_id, router_name, router_type, note, create_time) select $1::bigint, name, 1, '', now() from unnest($2::text[]) name`,
      [account_id, more],
    )
    const { rows } = await client.query<{ account_number: string }>('select account_number from account where account_id = $1', [
      account_id,
    ])
    return rows[0]!.account_number
  })
  const db = connect(database, { connections: 2 })
  for (const service_code of ['network_member', 'network_center'] as const)
    await db.system((system) =>
      grantService(system, 'system', { account_number, service_code, quantity: 500, start_time: 1_600_000_000, expired_time: null }),
    )
  await db.close()
  const credentials = await seedCredentials(database, owner)
  const [token = ''] = await seedSessions(database, owner, 1)
  const pairs: Stage['pairs'][number][] = []
  for (let i = 0; i < PAIRS; i++) {
    const centers = [more[2 * i]!, more[2 * i + 1]!] as const
    pairs.push({ network_number: await createNetwork(console_, token, `两中心${i}`, centers), centers })
  }
  return withClient(database, async (client) => {
    await watchMembers(client, [owner])
    const { rows } = await client.query<{ network_number: string; members: string[] }>(
      `select network_number, array_agg(router_name) as members from network_member
       where account_id = $1 and network_number not in (select unnest($2::text[])) group by 1 order by 1 limit 1`,
      [account_id, pairs.map(({ network_number }) => network_number)],
    )
    const stranger = credentials.find(({ router_name }) => router_name === more.at(-1))!
    return { token, network: rows[0]!, pairs, stranger, members: credentials.filter((one) => one !== stranger) }
  })
}

async function createNetwork(console_: string, token: string, network_name: string, center: readonly string[]): Promise<string> {
  const { door, path } = contract.network.create
  const response = await fetch(`${console_}${doorBase[door]}/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ network_name, center, point: [] }),
  })
  const body = (await response.json()) as { code: number; msg: string; data: { network_number: string } }
  if (body.code !== 200) throw new Error(`${path} answered ${body.code} ${body.msg}`)
  return body.data.network_number
}
