import { answered, program } from './ask.ts'
import { inTemporaryFolder } from './child.ts'
import { seedAccount, seedSessions } from './data.ts'
import { atLeast, atMost, type Bench, median, round } from './figure.ts'
import { type Floor, type Row, seedFloor } from './floor.ts'
import type { Answered } from './load.ts'
import { withServer } from './server.ts'

const CONNECTIONS = 16
const ROUNDS = 3
const SECONDS = 6
const WARM_UP_SECONDS = 4
/** Enough callers that none reaches its session's rate limit. */
const SESSIONS = 600
const P95_MS = 50
const SHARE = 0.75
const NETWORKS = 200
const PAGE = 10
/** Networks that are read at once to fill the floor's table. */
const READ = 100

/** Measures the network list, as the console requests it, against a bare route that reads the same rows from a table of nothing else. */
export const lists: Bench = (say) =>
  withServer(async (server) => {
    const owner = await seedAccount(server.database, 'benchowner', { members: 5000, networks: NETWORKS })
    await seedAccount(server.database, 'neighbour', { members: 5000, networks: NETWORKS })
    const tokens = await seedSessions(server.database, owner, SESSIONS)
    const ours = { url: server.console, path: `/api/v1/network/lists?page=1&limit=${PAGE}`, tokens }
    const { account_id } = owner
    await seedFloor(server.database, account_id, await networksOf(ours))
    return inTemporaryFolder(async (dir) => {
      const input: Floor = { database: server.database, connections: CONNECTIONS, account_id, limit: PAGE }
      const floor = program(dir, 'floor', input)
      try {
        const [, address] = await floor.says(/serves (http\S+)/, 10)
        const bare = { url: address!, path: '/lists', tokens: tokens.slice(0, 1) }
        say(await sameAnswer(ours, bare))
        const ask = (what: typeof ours, seconds: number) => answered(dir, { ...what, seconds, connections: CONNECTIONS })
        await ask(ours, WARM_UP_SECONDS)
        await ask(bare, WARM_UP_SECONDS)
        const rounds: { ours: Answered; bare: Answered }[] = []
        for (let i = 0; i < ROUNDS; i++) {
          const round_ = { ours: await ask(ours, SECONDS), bare: await ask(bare, SECONDS) }
          rounds.push(round_)
          say(`round ${i + 1}: ${describe(round_.ours)}; the floor ${describe(round_.bare)}`)
        }
        const refused = rounds.reduce((sum, round_) => sum + round_.ours.refused + round_.bare.refused, 0)
        const p95 = median(rounds.map((round_) => round_.ours.p95_ms))
        const share = median(rounds.map((round_) => round_.ours.per_second / round_.bare.per_second))
        return [
          atMost(`network/lists, 5,000 members, ${CONNECTIONS} connections: p95`, P95_MS, p95, 'ms'),
          atLeast('network/lists: requests per second against its floor', SHARE, share, '×'),
          atMost('network/lists: answers other than 200', 0, refused, ''),
        ]
      } finally {
        await floor.stop()
      }
    })
  })

const describe = ({ per_second, p95_ms }: Answered) => `${Math.round(per_second)}/s, p95 ${round(p95_ms)} ms`

interface Asked {
  url: string
  path: string
  tokens: string[]
}

async function answerOf({ url, path, tokens }: Asked): Promise<{ text: string; answer: Row & { data: Row[] } }> {
  const text = await (await fetch(url + path, { headers: { authorization: `Bearer ${tokens[0]}` } })).text()
  return { text, answer: JSON.parse(text) as Row & { data: Row[] } }
}

/** Returns all networks of the account, in the order of the list. */
async function networksOf(ours: Asked): Promise<Row[]> {
  const networks: Row[] = []
  for (let page = 1; networks.length < NETWORKS; page++) {
    const { answer } = await answerOf({ ...ours, path: `/api/v1/network/lists?page=${page}&limit=${READ}` })
    if (answer.data.length === 0) throw new Error(`the list ends after ${networks.length} networks`)
    networks.push(...answer.data)
  }
  return networks
}

/** @returns how many bytes both answer. @throws if they do not answer the same fields of as many networks */
async function sameAnswer(ours: Asked, bare: Asked): Promise<string> {
  const [one, other] = [await answerOf(ours), await answerOf(bare)]
  const shape = ({ answer }: typeof one) =>
    JSON.stringify([Object.keys(answer).toSorted(), answer.data.map((row) => Object.keys(row).toSorted())])
  if (shape(one) !== shape(other)) throw new Error(`the floor answers other fields: ${other.text}, and the server: ${one.text}`)
  return `the server answers ${one.text.length} bytes, the floor ${other.text.length}`
}
