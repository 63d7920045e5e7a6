/**
 * Runs the proofs or parts of proofs named as arguments, or all, one after another, and ends with a table. `changed` names those that
 * what changed since the main branch concerns. The exit code is 1 if any failed.
 */
import { randomInt } from 'node:crypto'
import { availableParallelism, loadavg } from 'node:os'
import path from 'node:path'
import { changedFiles } from '../scripts/changed.ts'
import { captcha } from './captcha.ts'
import { chaos, faults } from './chaos.ts'
import { clocks, endings } from './clocks.ts'
import { fleet } from './fleet.ts'
import { hostile } from './hostile.ts'
import { neighbour } from './neighbour.ts'
import { order } from './order.ts'
import { packages } from './packages.ts'
import type { Finding, Proof } from './proof.ts'
import { releases } from './releases.ts'
import { soak } from './soak.ts'
import { survive } from './survive.ts'
import { concernedProofs, runTestProof, testProofs } from './tests.ts'

const proofs: Record<string, Proof> = {
  ...Object.fromEntries(Object.entries(testProofs).map(([name, proof]) => [name, runTestProof(name, proof)])),
  order,
  clocks,
  hostile,
  neighbour,
  survive,
  releases,
  chaos,
  captcha,
  packages,
  fleet,
  soak,
}
const parts: Record<string, readonly string[]> = { chaos: faults, clocks: Object.keys(endings) }

const root = path.resolve(import.meta.dirname, '..')
const named = process.argv.slice(2)
const asked = named.flatMap((name) =>
  name === 'changed' ? concernedProofs(changedFiles(root)) : name === 'all' ? Object.keys(proofs) : [name],
)
/** Returns the parts of a proof that were asked for. */
const partsOf = (proof: string) => asked.filter((name) => parts[proof]?.includes(name))
const unknown = asked.filter((name) => !(name in proofs) && !asked.some((proof) => parts[proof]?.includes(name)))
if (unknown.length > 0) {
  console.error(
    `There is no proof ${unknown.join(', ')}. There are: ${Object.keys(proofs).join(', ')}; parts: ${Object.values(parts).flat().join(', ')}`,
  )
  process.exit(2)
}
if (named.length > 0 && asked.length === 0) console.log('No proof concerns what changed.')

// What tests choose at random, they choose by this seed (scripts/test-seed.ts).
process.env.WEFT_TEST_SEED ??= String(randomInt(2 ** 31))
console.log(`WEFT_TEST_SEED=${process.env.WEFT_TEST_SEED} repeats what is chosen at random.`)

const results: { name: string; seconds: number; findings: Finding[] }[] = []
for (const [name, proof] of Object.entries(proofs)) {
  if (named.length > 0 && !asked.includes(name)) continue
  console.log(`${name} … (${availableParallelism()} cores, load ${loadavg()[0]!.toFixed(1)})`)
  const began = performance.now()
  const end = (findings: Finding[]) => results.push({ name, seconds: (performance.now() - began) / 1000, findings })
  try {
    end(await proof((line) => console.log(`  ${line}`), partsOf(name)))
  } catch (error) {
    console.error(error)
    end([{ what: name, failures: ['it did not run to its end'] }])
  }
}
console.log()
for (const { name, seconds, findings } of results) {
  for (const { what, failures } of findings) {
    for (const failure of failures) console.log(`  ${failure}`)
    console.log(`${failures.length === 0 ? '✓' : '✗'} ${seconds.toFixed(0).padStart(6)} s  ${name}: ${what}: ${failures.length} failed`)
  }
}
process.exitCode = results.every(({ findings }) => findings.every(({ failures }) => failures.length === 0)) ? 0 : 1
