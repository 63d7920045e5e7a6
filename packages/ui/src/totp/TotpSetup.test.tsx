// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openPage, stubBrowser } from '../testing.tsx'
import { TotpSetup } from './TotpSetup.tsx'

it('a refetch of all queries keeps the secret that the user scans', async () => {
  stubBrowser(() => ({}))
  let drawn = 0
  const setUp = async () => ({ secret: `SECRET${++drawn}`, qr: 'data:image/png;base64,' })
  const { client } = openPage(<TotpSetup setUp={setUp} enable={async () => null} onEnabled={() => undefined} onCancel={() => undefined} />)
  expect(await screen.findByText('SECR ET1')).toBeDefined()
  await client.invalidateQueries()
  expect(drawn).toBe(1)
})
