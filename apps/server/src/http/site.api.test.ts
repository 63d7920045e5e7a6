import { expect, it } from 'vitest'
import { createDatabase, createWorld } from '../../test/world.ts'

it.each<[string, Record<string, string>, string[]]>([
  ['outside production, where an outbox takes them', {}, ['phone', 'email']],
  ['in production without a provider', { WEFT_ENV: 'production', WEFT_SECRET: 'x'.repeat(40) }, []],
  [
    'in production with a mail server',
    { WEFT_ENV: 'production', WEFT_SECRET: 'x'.repeat(40), WEFT_SMTP_URL: 'smtp://127.0.0.1:9', WEFT_MAIL_FROM: 'weft@example.com' },
    ['email'],
  ],
])('site.json names the channels by which codes can be sent %s', async (_, settings, channels) => {
  const world = await createWorld(settings, { url: await createDatabase() })
  const response = await world.apps.console.inject({ url: '/site.json' })
  await world.close()
  expect(response.json()).toMatchObject({ channels })
})
