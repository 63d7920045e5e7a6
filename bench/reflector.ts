/** Answers those who measure their tunnels to an address, as the agent of a center does: `reflector.ts OWN PEER…`. */
import { createReflector } from '../apps/agent/src/quality/reflector.ts'

const BEAT_MS = 1000

const [address = '', ...peers] = process.argv.slice(2)
const reflector = createReflector(address, 0)
reflector.answer(peers)
setInterval(() => {
  reflector.beat()
  if (reflector.port !== undefined) process.stdout.write(`answers at ${reflector.port}\n`)
}, BEAT_MS)
