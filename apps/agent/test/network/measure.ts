/** Answers measuring packets at an address (`answer OWN PEER`), or measures it and prints its figures for each line of input (`measure`). */
import { createInterface } from 'node:readline'
import { steadyNow } from '../../src/quality/clock.ts'
import { createReflector } from '../../src/quality/reflector.ts'
import { createSender, createUsual, TIMING } from '../../src/quality/sender.ts'
import { createTally } from '../../src/quality/tally.ts'

/** As an agent measures, but a packet is lost only after longer than a busy machine keeps one waiting. */
const PATIENT = { ...TIMING, lostAfter: () => 5000 }

const [role, local = '', remote = ''] = process.argv.slice(2)
if (role === 'answer') {
  createReflector(local).answer([remote])
} else {
  const tally = createTally()
  createSender({ local, remote, tally, usual: createUsual(), phase: 0, ssid: 1, timing: PATIENT })
  createInterface(process.stdin).on('line', () => process.stdout.write(`${JSON.stringify(tally.take(steadyNow()) ?? null)}\n`))
}
process.stdout.write('ready\n')
