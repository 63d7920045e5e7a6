// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { screen } from '@testing-library/react'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { stubServer } from '../../../test/stub-server.ts'
import { session } from '../../shared/session/session.ts'
import { LinkBanner } from './LinkBanner.tsx'
import { zhCN } from './layout.text.ts'

beforeEach(() => {
  stubServer()
})

it('a session from a login link reads on every page what it may change, in the words of the handbook', async () => {
  onTestFinished(() => session.clear())
  const handbook = readFileSync('handbook/01-account/01-sign-in.md', 'utf8')
  expect(handbook).toContain(zhCN.linkSession.replace('通过授权链接登录，', ''))
  session.startLink('token')
  openPage(<LinkBanner />, '/dashboard')
  expect(await screen.findByText(zhCN.linkSession)).toBeTruthy()
})

it('a session from a password reads nothing of it', () => {
  openPage(<LinkBanner />, '/dashboard')
  expect(screen.queryByText(zhCN.linkSession)).toBeNull()
})
