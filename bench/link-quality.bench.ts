import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { steadyNow } from '../apps/agent/src/quality/clock.ts'
import { createSender, createUsual, type Sender, TIMING } from '../apps/agent/src/quality/sender.ts'
import { createTally } from '../apps/agent/src/quality/tally.ts'
import { inTemporaryFolder, residentMemory, ROOT, run, TICKS, ticksOf } from './child.ts'
import { atMost, type Bench, MEGABYTE, round, sleep } from './figure.ts'

const LINKS = 1000
const SECONDS = 30
/** By then every session has begun, and memory has grown to what it needs. */
const WARM_SECONDS = 20
/** Those with which deploy/agent/weft starts the agent. */
const FLAGS = ['--max-semi-space-size=1', '--lite-mode']
/** The branches are one program here, which is slow itself: none measures faster because it suspects its link. */
const ONCE_A_SECOND = { ...TIMING, suspected: TIMING.pace }
const CENTER = '127.79.0.1'
const branchOf = (i: number) => `127.80.${i >> 8}.${i & 255}`

/** Measures what a center's agent takes to answer 1,000 branches that measure their links once a second. */
export const linkQuality: Bench = (say) =>
  inTemporaryFolder(async (dir) => {
    const branches = Array.from({ length: LINKS }, (_, i) => branchOf(i))
    // Bundled like the agent: with these flags Node does not read TypeScript.
    const to = ['--platform', 'node', '--format', 'esm', '--dir', dir, '--entry-file-names', 'reflector.mjs', '--log-level', 'warn']
    execFileSync(join(ROOT, 'node_modules/.bin/rolldown'), [join(ROOT, 'bench/reflector.ts'), ...to])
    const center = run(process.execPath, [...FLAGS, join(dir, 'reflector.mjs'), CENTER, ...branches])
    const senders: Sender[] = []
    try {
      const [, port] = await center.says(/answers at (\d+)/, 30)
      const rest = residentMemory(center.pid)
      const links = branches.map((local, i) => {
        const tally = createTally()
        const [usual, phase, timing] = [createUsual(), i / LINKS, ONCE_A_SECOND]
        senders.push(createSender({ local, remote: CENTER, port: Number(port), tally, usual, phase, ssid: 1, timing }))
        return tally
      })
      const take = () => links.flatMap((tally) => tally.take(steadyNow()) ?? [])
      await sleep(WARM_SECONDS * 1000)
      take()
      const before = ticksOf(`/proc/${center.pid}/stat`)
      await sleep(SECONDS * 1000)
      const used = (ticksOf(`/proc/${center.pid}/stat`) - before) / TICKS
      const figures = take()
      const total = (count: 'sent' | 'received') => figures.reduce((sum, one) => sum + one[count], 0)
      say(
        `${round(total('sent') / SECONDS)} packets a second, ${total('sent') - total('received')} of ${total('sent')} not answered in time`,
      )
      return [
        atMost(`${LINKS} links measured once a second: of one core of their center`, 10, (100 * used) / SECONDS, '%'),
        atMost('the same: memory above rest', 10, (residentMemory(center.pid) - rest) / MEGABYTE, 'MB'),
      ]
    } finally {
      for (const sender of senders) sender.stop()
      await center.stop()
    }
  })
