import { globSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { endings } from '../proof/clocks.ts'
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

it('the proof of clocks reaches the ends of hours, days and dates, one after another, and never goes back', () => {
  const starting = (name: string, begin: string) =>
    endings[name]!.map((time) => new Date(time).toISOString()).filter((time) => time.startsWith(begin))
  for (const times of Object.values(endings)) expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(starting('hours', '2027-03-09')).toHaveLength(24)
  expect(starting('days', '2027-03-10')).toEqual(['2027-03-10T00:00:00.000Z', '2027-03-10T16:00:00.000Z'])
  expect(starting('dates', '2028')).toEqual(
    ['01-01T00', '02-28T16', '02-29T00', '02-29T16', '03-01T00', '12-31T16'].map((time) => `2028-${time}:00:00.000Z`),
  )
})
