import { expect, test } from 'vitest'
import { digest } from '../kernel/secrets.ts'
import { createSeenCredentials } from './seen-credentials.ts'

test('the credentials that were used last are remembered', () => {
  const seen = createSeenCredentials(2)
  const [a, b, c] = [digest('a'), digest('b'), digest('c')]
  seen.add(a, 'SN1')
  seen.add(b, 'SN2')
  seen.add(a, 'SN1')
  seen.add(c, 'SN3')
  expect([a, b, c].map(seen.deviceOf)).toEqual(['SN1', undefined, 'SN3'])
  seen.remove(a)
  expect(seen.deviceOf(a)).toBeUndefined()
})
