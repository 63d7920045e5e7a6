import { inTemporaryFolder, residentMemory } from './child.ts'
import { atMost, type Bench, MEGABYTE, round, sleep } from './figure.ts'
import { serve, withServer } from './server.ts'

const REST_SECONDS = 30
const LIMIT_MB = 150

/**
 * Measures the server alone with all listeners, jobs and the gateway up, after a while without a call; the database is not counted.
 * The server has been started before, as in any installation: the first start of a checkout fills the cache of compiled code, and
 * that of an installation writes the handbook, whose tools stay in memory until the next start. Both are reported.
 */
export const rest: Bench = (say) =>
  inTemporaryFolder(async (dir) => {
    await withServer(async () => {})
    const rested = async () => {
      const { process } = await serve(dir)
      try {
        say(`resting for ${REST_SECONDS} s`)
        await sleep(REST_SECONDS * 1000)
        return residentMemory(process.pid) / MEGABYTE
      } finally {
        await process.stop()
      }
    }
    say(`after the first start: ${round(await rested())} MB`)
    return [atMost('server at rest, without the database: resident memory', LIMIT_MB, await rested(), 'MB')]
  })
