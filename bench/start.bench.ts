import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { inTemporaryFolder, outsidePath, ROOT, run } from './child.ts'
import { atMost, type Bench, type Figure } from './figure.ts'

const FRESH_SECONDS = 120
const AGAIN_SECONDS = 3
/** The limit of waiting, npm's own work before the start included. */
const GIVE_UP_SECONDS = 600

/** Measures `npm start` in a fresh clone of the last commit, with whatever npm has in its cache; then again. */
export const start: Bench = () =>
  inTemporaryFolder(async (dir) => {
    const clone = join(dir, 'weft')
    execFileSync('git', ['clone', '--quiet', '--no-hardlinks', ROOT, clone], { stdio: 'inherit' })
    const fresh = await served(clone)
    const again = await served(clone)
    return [
      atMost('npm start in a fresh clone, until it serves', FRESH_SECONDS, fresh.seconds, 's'),
      atMost('npm start again, until it serves', AGAIN_SECONDS, again.seconds, 's'),
      exit('npm start in a fresh clone', fresh.code),
      exit('npm start again', again.code),
    ]
  })

const exit = (what: string, code: number | null): Figure => ({
  what: `${what}: exit code after SIGTERM`,
  target: '0',
  measured: String(code),
  ok: code === 0,
})

async function served(clone: string): Promise<{ seconds: number; code: number | null }> {
  const began = performance.now()
  const ports = { WEFT_HTTP_PORT: '0', WEFT_OPS_PORT: '0', WEFT_AGENT_PORT: '0', WEFT_METRICS_PORT: '0' }
  const npm = run('npm', ['start'], { cwd: clone, env: { ...ports, WEFT_DATA_DIR: join(clone, 'data'), PATH: outsidePath() } })
  let seconds: number
  try {
    const [, address] = await npm.says(/console (http\S+)[^]*Ctrl C/, GIVE_UP_SECONDS)
    seconds = (performance.now() - began) / 1000
    const response = await fetch(`${address}/healthz`)
    if (response.status !== 200) throw new Error(`/healthz answers ${response.status}`)
  } catch (error) {
    await npm.stop().catch(() => {})
    throw error
  }
  return { seconds, code: await npm.stop() }
}
