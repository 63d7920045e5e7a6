import { residentMemory } from './child.ts'
import { atMost, type Bench, MEGABYTE, sleep } from './figure.ts'
import { withServer } from './server.ts'

const REST_SECONDS = 30
const LIMIT_MB = 150

/** The server alone, all listeners, jobs and the gateway up, after a while without a call. The database is not counted. */
export const rest: Bench = async (say) => {
  // The first start of a checkout also fills the cache of compiled code.
  await withServer(async () => {})
  return withServer(async ({ process }) => {
    say(`resting for ${REST_SECONDS} s`)
    await sleep(REST_SECONDS * 1000)
    return [atMost('server at rest, without the database: resident memory', LIMIT_MB, residentMemory(process.pid) / MEGABYTE, 'MB')]
  })
}
