/** A launcher in a process of its own: prints one line of JSON once started or refused, stops at the end of its input or at SIGTERM. */
import { once } from 'node:events'
import { EmbeddedError, startEmbedded } from '../launcher.ts'

const [dir = ''] = process.argv.slice(2)
try {
  const { url, stop } = await startEmbedded({ dir })
  process.stdout.write(`${JSON.stringify({ url, pid: process.pid })}\n`)
  await Promise.race([once(process.stdin.resume(), 'end'), once(process, 'SIGTERM')])
  await stop()
  process.exit(0)
} catch (error) {
  const { message } = error as Error
  process.stdout.write(`${JSON.stringify({ refused: message, known: error instanceof EmbeddedError })}\n`)
  process.exit(1)
}
