import { addColumns } from '@weft/contract'
import { writeXlsx } from 'hucre'
import { residentMemory } from './child.ts'
import { type Owner, seedAccount, seedSessions, withClient } from './data.ts'
import { atMost, type Bench, MEGABYTE, median, round, sleep } from './figure.ts'
import { type Server, withServer } from './server.ts'

const ROWS = 1000
const BATCH_SECONDS = 3
const ROUNDS = 3
const EXPORTED = 100_000
const EXPORT_MB = 60
const LATE_MS = 50

/** Measures an export of 100,000 members, then lists of 1,000 for the same account, as the console reads and sends them. */
export const spreadsheets: Bench = (say) =>
  withServer(async (server) => {
    const owner = await seedAccount(server.database, 'benchowner', { members: 10, networks: 1 })
    const [token] = await seedSessions(server.database, owner, 1)
    await withClient(server.database, async (client) => {
      await client.query(
        `insert into service (account_id, service_code, quantity, start_time) values ($1, 'software_member', $2, now() - interval '1 day')`,
        [owner.account_id, EXPORTED + ROUNDS * ROWS],
      )
    })
    const { megabytes, late_ms, seconds, bytes, rows } = await exported(server, owner, token!)
    say(`export of ${rows} members: ${round(seconds)} s, ${round(bytes / MEGABYTE)} MB`)
    const lists: number[] = []
    const looks: number[] = []
    for (let i = 0; i < ROUNDS; i++) {
      const list = await aList(i)
      looks.push(await timed(() => sendList(server, token!, list, '1')))
      lists.push(await timed(() => sendList(server, token!, list, '0')))
      say(`list ${i + 1}: looked at in ${round(looks[i]!)} s, added in ${round(lists[i]!)} s`)
    }
    return [
      atMost(`a list of ${ROWS} members looked at`, BATCH_SECONDS, median(looks), 's'),
      atMost(`a list of ${ROWS} members added`, BATCH_SECONDS, median(lists), 's'),
      atMost(`export of ${EXPORTED} members: memory above rest`, EXPORT_MB, megabytes, 'MB'),
      atMost('during the export: 99 of 100 answers of /healthz', LATE_MS, late_ms, 'ms'),
    ]
  })

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

export const aList = async (round_: number): Promise<Uint8Array<ArrayBuffer>> =>
  Uint8Array.from(
    await writeXlsx({
      sheets: [
        {
          name: 'list',
          rows: [
            Object.values(addColumns),
            ...Array.from({ length: ROWS }, (_, i) => [
              `user${round_}.${i}`,
              `abc${i}1234`,
              '86',
              `139${String(round_ * ROWS + i).padStart(8, '0')}`,
              `note ${i}`,
            ]),
          ],
        },
      ],
    }),
  )

export async function sendList({ console }: Server, token: string, list: Uint8Array<ArrayBuffer>, check: '0' | '1'): Promise<void> {
  const body = new FormData()
  body.append('file', new Blob([list], { type: 'application/octet-stream' }), 'list.xlsx')
  const answer = await fetch(`${console}/api/v1/router/batch?check=${check}`, {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${token}` },
  })
  const envelope = (await answer.json()) as { code: number; msg: string }
  if (envelope.code !== 200) throw new Error(`router/batch answered ${envelope.code} ${envelope.msg}`)
}

/** Downloads the export of an account with added members, and watches the server's memory and how late it answers other calls. */
async function exported(server: Server, { account_id }: Owner, token: string) {
  await withClient(server.database, async (client) => {
    await client.query(
      `insert into member (account_id, router_name, router_type, note, area_code, phone, os, version)
       select $1::bigint, 'export' || i || '@bench', 2, 'note of ' || i, '86', '137' || lpad(i::text, 8, '0'), 'windows', '2.4.' || i % 9 from generate_series(1, $2::int) i`,
      [account_id, EXPORTED],
    )
    await client.query(
      `insert into software_login_log (account_id, router_name, ip, create_time)
       select $1::bigint, 'export' || (1 + i % $2::int) || '@bench', '10.0.0.1', now() - (i % 5) * interval '1 hour' from generate_series(1, $2::int * 3) i`,
      [account_id, EXPORTED],
    )
    await client.query('analyze')
  })
  await sleep(5000)
  const before = residentMemory(server.process.pid)
  let most = before
  const late: number[] = []
  let going = true
  const watch = async () => {
    while (going) {
      const began = performance.now()
      await (await fetch(`${server.console}/healthz`)).text()
      late.push(performance.now() - began)
      most = Math.max(most, residentMemory(server.process.pid))
      await sleep(5)
    }
  }
  const watching = watch()
  const began = performance.now()
  const answer = await fetch(`${server.console}/api/v1/router/export`, { headers: { authorization: `Bearer ${token}` } })
  let bytes = 0
  for await (const chunk of answer.body!) bytes += (chunk as Uint8Array).length
  const seconds = (performance.now() - began) / 1000
  going = false
  await watching
  if (answer.status !== 200) throw new Error(`router/export answered ${answer.status}`)
  return {
    megabytes: (most - before) / MEGABYTE,
    late_ms: late.toSorted((a, b) => a - b)[Math.floor(late.length * 0.99)]!,
    seconds,
    bytes,
    rows: EXPORTED,
  }
}
