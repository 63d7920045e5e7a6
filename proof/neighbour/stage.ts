import { refreshSessions, seedAccount, seedCredentials, seedSessions, withClient } from '../../bench/data.ts'
import { seedSubAccount } from '../fuzz.ts'

export interface Credential {
  router_name: string
  credential: string
}
/** What the processes of the proof know of the server. */
export interface Addresses {
  ports: Record<'console' | 'ops' | 'agent' | 'metrics', number>
  database: string
  pid: number
}
/** An account with its networks and members. */
export interface Account extends Addresses {
  account_id: number
  networks: string[]
  members: string[]
  /** Those of its members that connect. */
  devices: Credential[]
  /** Tokens of sessions, for each of its logins: the owner, then the sub-accounts. */
  logins: string[][]
}

/** The logins of the hostile account: as many as it takes to reach the limits of an account, which are five times those of a login. */
const LOGINS = 5
const SESSIONS = 12
/** As large as the account for which calls declare what they cost. */
export const HOSTILE = { members: 5_000, networks: 2, devices: 50 }
export const NEIGHBOUR = { members: 30, networks: 1, devices: 30 }

/** Writes an account, its credentials and signed-in sessions of its logins. */
export async function seedStage(
  at: Addresses,
  name: string,
  { members, networks, devices }: typeof HOSTILE,
  logins = LOGINS,
): Promise<Account> {
  const { database } = at
  const owner = await seedAccount(database, name, { members, networks })
  const { account_id } = owner
  const sessions = [await seedSessions(database, owner, SESSIONS)]
  for (let i = 1; i < logins; i++) {
    const login_id = await seedSubAccount(database, account_id, `${name}-${i}`)
    sessions.push(await seedSessions(database, { ...owner, login_id }, SESSIONS))
  }
  const named = await withClient(database, async (client) => {
    await client.query(
      `insert into service (account_id, service_code, quantity, start_time)
       select $1, code, 10000, now() - interval '1 day' from unnest(array['network_member', 'network_center']) code`,
      [account_id],
    )
    await client.query('update member set online = 0, online_status = 0 where account_id = $1', [account_id])
    const found = await client.query<{ network_number: string }>('select network_number from network where account_id = $1 order by 1', [
      account_id,
    ])
    return found.rows.map(({ network_number }) => network_number)
  })
  await refreshSessions(database)
  const credentials = await seedCredentials(database, owner)
  return {
    ...at,
    account_id,
    networks: named,
    members: credentials.map(({ router_name }) => router_name),
    devices: credentials.slice(0, devices),
    logins: sessions,
  }
}
