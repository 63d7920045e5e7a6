import { globSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { concernedProofs, filesOfProof, testProofs } from '../proof/tests.ts'

const root = path.resolve(import.meta.dirname, '..')

it('each file of a proof belongs to exactly one proof, so that none is run by nobody', () => {
  const listed = Object.values(testProofs).flatMap(filesOfProof)
  const files = globSync('{apps,packages,e2e}/**/*.proof.ts', { cwd: root, exclude: ['**/node_modules'] })
  expect(listed.toSorted()).toEqual(files.toSorted())
})

it('a proof concerns the folders of its files, and those that it names', () => {
  const proofs = {
    one: { files: ['scripts/proofs.test.ts'] },
    two: { files: ['proof/tests.ts'], concerns: ['apps/server/src/gateway'] },
  }
  expect(concernedProofs(['scripts/changed.ts'], proofs)).toEqual(['one'])
  expect(concernedProofs(['apps/server/src/gateway/session.ts', 'package.json'], proofs)).toEqual(['two'])
  expect(concernedProofs(['apps/server/src/gateway.ts'], proofs)).toEqual([])
})
