/** Runs the proofs or parts of proofs named as arguments, or all, one after another. The exit code is 1 if any failed. */
import { availableParallelism, loadavg } from 'node:os'
import { captcha } from './captcha.ts'
import { chaos, faults } from './chaos.ts'
import { fleet } from './fleet.ts'
import { hostile } from './hostile.ts'
import type { Finding, Proof } from './proof.ts'
import { packages } from './packages.ts'
import { soak } from './soak.ts'
import { survive } from './survive.ts'

const proofs: Record<string, Proof> = { hostile, survive, chaos, captcha, packages, fleet, soak }
const parts: Record<string, readonly string[]> = { chaos: faults }

const asked = process.argv.slice(2)
/** Returns the parts of a proof that were asked for. */
const partsOf = (proof: string) => asked.filter((name) => parts[proof]?.includes(name))
const unknown = asked.filter((name) => !(name in proofs) && !asked.some((proof) => parts[proof]?.includes(name)))
if (unknown.length > 0) {
  console.error(`There is no proof ${unknown.join(', ')}. There are: ${Object.keys(proofs).join(', ')}; of chaos: ${faults.join(', ')}`)
  process.exit(2)
}

const findings: Finding[] = []
for (const [name, proof] of Object.entries(proofs)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  console.log(`${name} … (${availableParallelism()} cores, load ${loadavg()[0]!.toFixed(1)})`)
  try {
    findings.push(...(await proof((line) => console.log(`  ${line}`), partsOf(name))))
  } catch (error) {
    console.error(error)
    findings.push({ what: name, failures: ['it did not run to its end'] })
  }
}
console.log()
for (const { what, failures } of findings) {
  for (const failure of failures) console.log(`  ${failure}`)
  console.log(`${failures.length === 0 ? '✓' : '✗'} ${what}: ${failures.length} failed`)
}
process.exitCode = findings.every(({ failures }) => failures.length === 0) ? 0 : 1
