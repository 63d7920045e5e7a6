import { contract, doorBase } from '@weft/contract'
import { type Owner, seedAccount, withClient } from './data.ts'
import { atMost, type Bench, round } from './figure.ts'
import { type Server, withServer } from './server.ts'
import { aList, sendList } from './spreadsheets.bench.ts'

/** Addresses of an empty database, as for `DATABASE_URL` and `WEFT_DATABASE_OWNER_URL`. Without them the embedded one is measured. */
const { BENCH_DATABASE_URL: url, BENCH_DATABASE_OWNER_URL: owner_url } = process.env
const MEMBERS = 1000
const ADD_SECONDS = 5
const ANALYZE_SECONDS = 2

/** Measures an installation on an external PostgreSQL: its first start, a sign-in, a list of members, and the cost of its upkeep. */
export const postgres: Bench = async (say) => {
  const began = performance.now()
  const settings = { ...(url && { DATABASE_URL: url }), ...(owner_url && { WEFT_DATABASE_OWNER_URL: owner_url }) }
  return withServer(async (server) => {
    say(`first start: ${seconds(began)} s`)
    const owner = await seedAccount(server.database, `bench${Date.now()}`, { members: 10, networks: 1 })
    const version = await withClient(server.database, async (client) => {
      await client.query(
        `insert into service (account_id, service_code, quantity, start_time) values ($1, 'software_member', $2, now() - interval '1 day')`,
        [owner.account_id, MEMBERS],
      )
      const { rows } = await client.query<{ version: string; jit: string }>(
        `select current_setting('server_version') as version, current_setting('jit') as jit`,
      )
      return `PostgreSQL ${rows[0]!.version}, JIT ${rows[0]!.jit}`
    })
    say(version)
    const signing = performance.now()
    const token = await signIn(server, owner)
    say(`sign-in: ${seconds(signing)} s`)
    const list = await aList(0)
    const adding = performance.now()
    await sendList(server, token, list, '0')
    const added = seconds(adding)
    const analyzed = await withClient(server.database, async (client) => {
      const { rows } = await client.query<{ count: string }>(
        `select count(*) from member where account_id = $1 and router_name like 'user0.%'`,
        [owner.account_id],
      )
      if (Number(rows[0]!.count) !== MEMBERS) throw new Error(`${rows[0]!.count} members were added and not ${MEMBERS}`)
      const since = performance.now()
      await client.query('analyze')
      return seconds(since)
    })
    return [
      atMost(`${version}: a list of ${MEMBERS} members added`, ADD_SECONDS, added, 's'),
      atMost(`${version}: analyze of the whole database`, ANALYZE_SECONDS, analyzed, 's'),
    ]
  }, settings)
}

const seconds = (since: number): number => round((performance.now() - since) / 1000)

/** Signs in as a person who reads the picture. @returns the token of the session */
async function signIn({ console: address }: Server, { username, password }: Owner): Promise<string> {
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${address}${path}`, { headers: { 'content-type': 'application/json' }, ...init })
    const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: Record<string, string> }
    if (code !== 200) throw new Error(`${path} answered ${code} ${msg}`)
    return data
  }
  const { login, verify } = contract
  const { uniqid } = await ask(`${doorBase[verify.code.door]}/${verify.code.path}`)
  const { data } = (await (await fetch(`${address}/dev/captcha/${uniqid}`)).json()) as { data: { code: string } }
  const { access_token } = await ask(`${doorBase[login.authorization.door]}/${login.authorization.path}`, {
    method: 'POST',
    body: JSON.stringify({ username, password, code: data.code, uniqid }),
  })
  return access_token!
}
