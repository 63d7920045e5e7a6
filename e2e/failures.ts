import { expect, type Locator, type Page, type WebSocketRoute } from '@playwright/test'

/** Longer than a loss of the live connection is kept quiet. */
const LOST_MS = 31_000

const addressOf = (path: string) => new RegExp(`/api/v1/${path}(\\?|$)`)

/** Holds a call of the API back, as a slow server does. @returns lets it go on to the server, and all later ones at once */
export async function holding(page: Page, path: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((go) => (release = go))
  await page.route(addressOf(path), async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Lets a call of the API fail as it does when the server has a fault. @returns ends the failure */
export async function failing(page: Page, path: string): Promise<() => Promise<void>> {
  const address = addressOf(path)
  await page.route(address, (route) =>
    route.fulfill({ status: 500, json: { code: 500, msg: '系统异常，请稍后再试，错误编号 TEST000001', data: null } }),
  )
  return () => page.unroute(address)
}

/** Watches the live connection of a page, so that it can be cut. Call it before the first address. @returns cuts it until `shown` says so */
export async function liveConnection(page: Page): Promise<(shown: Locator) => Promise<void>> {
  let cut = false
  const open: WebSocketRoute[] = []
  await page.clock.install()
  await page.routeWebSocket(/\/account\/events/, (socket) => {
    if (cut) return void socket.close()
    socket.connectToServer()
    open.push(socket)
  })
  return async (shown) => {
    cut = true
    await expect.poll(() => open.length).toBeGreaterThan(0)
    for (const socket of open) await socket.close()
    await expect(async () => {
      await page.clock.fastForward(LOST_MS)
      await expect(shown).toBeVisible({ timeout: 1500 })
    }).toPass()
  }
}
