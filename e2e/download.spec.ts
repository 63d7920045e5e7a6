import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { publishClients } from './clients.ts'
import { expect, test } from './test.ts'

const onWindows = {
  userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/144.0.0.0 Safari/537.36',
}

/** The steps of one system, such as Windows. */
const steps = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')

test.beforeEach(({ publications }) => publishClients(publications))

test('a visitor sees the steps of their own system, and gets the file with the shown checksum', async ({ visitor }) => {
  const page = await (await visitor(onWindows)).newPage()
  await page.goto('/download')
  await expect(page.getByRole('heading', { level: 1, name: '客户端下载' })).toBeVisible()
  const windows = steps(page, 'Windows')
  await expect(windows.getByRole('heading', { level: 2 }).first()).toHaveText('安装客户端')
  await expect(windows.getByText(sha256('windows, newest'))).toBeVisible()

  const download = page.waitForEvent('download')
  await windows.getByRole('link', { name: '下载 Windows 3.2.1' }).click()
  const saved = await download
  expect(saved.suggestedFilename()).toBe('weft-3.2.1.exe')
  expect(sha256(readFileSync(await saved.path()))).toBe(sha256('windows, newest'))

  await windows.getByText(/^历史版本（\d+）$/).click()
  await expect(windows.getByRole('link', { name: '下载 Windows 3.1.0' })).toBeVisible()
  await page.getByRole('button', { name: 'macOS' }).click()
  await expect(steps(page, 'macOS').getByRole('heading', { level: 2 }).first()).toHaveText('安装 OpenVPN Connect')
  await page.getByRole('button', { name: 'iPhone / iPad' }).click()
  await expect(steps(page, 'iPhone / iPad').getByRole('img', { name: /二维码/ })).toBeVisible()
})

test('the download menu in the header has the file for Windows, and a link to the page for Linux', async ({ signedIn, accounts }) => {
  const page = await signedIn(await accounts.owner())
  await page.goto('/dashboard')
  const menuButton = page.getByRole('button', { name: '客户端下载' })
  await menuButton.focus()
  await page.keyboard.press('ArrowDown')
  const windows = page.getByRole('menuitem', { name: /^Windows/ })
  await expect(windows).toBeFocused()
  await expect(windows).toHaveAttribute('href', /weft-3\.2\.1\.exe$/)
  await expect(page.getByRole('menuitem', { name: /^macOS/ })).toHaveAttribute('href', '/download?system=macos')
  const download = page.waitForEvent('download')
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  expect((await download).suggestedFilename()).toBe('weft-3.2.1.exe')
  await expect(menuButton).toBeFocused()

  await menuButton.click()
  await page.getByRole('menuitem', { name: '命令行版' }).click()
  await expect(page).toHaveURL(/\/download\?system=linux&kind=cli$/)
  await expect(steps(page, 'Linux').getByRole('link', { name: /^下载 Linux 命令行版/ })).toBeVisible()
})
