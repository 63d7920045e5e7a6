import type { Page } from '@playwright/test'
import type { Owner } from './accounts.ts'
import type { Publications } from './publications.ts'
import { expect } from './test.ts'

const badge = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^我的消息，\d+ 条未读$/ })

/** Waits until the header says so many unread messages. */
export const unread = (page: Page, count: number) => expect(badge(page)).toHaveAccessibleName(`我的消息，${count} 条未读`)

/** The button that opens a message. */
export const title = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

/** Opens the list of messages. */
export async function open(page: Page): Promise<void> {
  await page.goto('/account/message')
  await expect(page.getByRole('heading', { level: 1, name: '我的消息' })).toBeVisible()
}

/** Sends the account messages 1 to `count`; the last is the newest. */
export async function send(publications: Publications, { account_id }: Owner, count: number): Promise<void> {
  for (let at = 1; at <= count; at++) await publications.message(account_id, `通知${at}`)
}
