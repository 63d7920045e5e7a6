import type { Proof } from './proof.ts'
import { runTests } from './tests.ts'

/** Proves that no test needs another before it: files and cases run in an order that the seed of this run chooses. */
export const order: Proof = async () => {
  const { WEFT_TEST_SEED: seed = '1' } = process.env
  const shuffled = ['--sequence.shuffle.files', '--sequence.shuffle.tests', `--sequence.seed=${seed}`]
  const code = await runTests('vitest', ['run', '--project', 'unit', '--project', 'api', ...shuffled])
  return [{ what: `unit and api in the order of seed ${seed}`, failures: code === 0 ? [] : ['a test of Vitest failed, see above'] }]
}
