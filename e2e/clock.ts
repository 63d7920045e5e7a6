import type { Page } from '@playwright/test'
import { contract } from '@weft/contract'

/** More than the page's clock goes on while it is being stopped, on a busy machine too. */
const AHEAD_MS = 30_000

/**
 * Stops a page's clock, so that what it shows for a moment only stays until `page.clock.resume()`. `page.clock.install()` must come before the
 * first address. The clock is put ahead meanwhile.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + AHEAD_MS)
}

/**
 * Prepares a page that is not open yet for `connected`, which waits until the page has the connection over which the account's events come.
 * A page whose clock was stopped before it has one neither opens it nor tries again.
 */
export async function awaitEvents(page: Page): Promise<{ connected: Promise<unknown> }> {
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  const sockets = new Set<string>()
  network.on('Network.webSocketCreated', ({ requestId, url }) => url.includes(contract.events.account.path) && sockets.add(requestId))
  const connected = new Promise<void>((resolve) => {
    network.on('Network.webSocketHandshakeResponseReceived', ({ requestId }) => sockets.has(requestId) && resolve())
  })
  return { connected }
}
