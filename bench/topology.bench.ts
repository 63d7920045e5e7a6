import type { Browser, Page } from '@playwright/test'
import { watchThread, withPage } from './browser.ts'
import { atMost, type Bench, type Figure, median, round } from './figure.ts'
import { watchFrames } from './frames.ts'

/** 60 frames a second, allowing for the difference between the clocks of screen and processor. */
const FRAME_MS = 17
const MOVE_SECONDS = 5
const MOVES_A_SECOND = 40

/** A view of a network's page, how to tell that it can be used, and how it is moved. */
interface View {
  look: 'loom' | 'topology'
  usable: string
  limit: number
  begin: (page: Page) => Promise<void>
  move: (page: Page, at: number) => Promise<void>
  end: (page: Page) => Promise<void>
}

const graph: View = {
  look: 'topology',
  usable: '.topology-group',
  limit: 1500,
  begin: async (page) => {
    await page.locator('.topology-group-head').first().click()
    await page.locator('.topology-chip').first().waitFor()
    await page.mouse.move(720, 260)
    await page.mouse.down()
  },
  move: (page, at) => page.mouse.move(720 + 200 * Math.sin(at / 9), 260 + 60 * Math.cos(at / 7)),
  end: (page) => page.mouse.up(),
}
const loom: View = {
  look: 'loom',
  usable: '.loom-row .weft-state-mark',
  limit: 1000,
  begin: (page) => page.mouse.move(720, 500),
  // As a wheel is turned, down and up again.
  move: (page, at) => page.mouse.wheel(0, Math.sin(at / 25) > -0.4 ? 120 : -120),
  end: async () => {},
}

/** Measures how long the loom and the graph of a network take until they can be used, and their frames while they are moved. */
export const topology: Bench = (say) =>
  withPage('topology', async (browser, address) => {
    const figures: Figure[] = []
    for (const view of [loom, graph])
      for (const branches of [1000, 5000]) figures.push(...(await drawn(browser, address, view, branches, say)))
    return figures
  })

async function drawn(browser: Browser, address: string, view: View, branches: number, say: (line: string) => void): Promise<Figure[]> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.addInitScript((usable) => {
    // Marks the time at which the first frame with content was painted, by the page's own clock.
    const look = () => {
      if (!document.querySelector(usable)) return requestAnimationFrame(look)
      return requestAnimationFrame(() => performance.mark('usable'))
    }
    requestAnimationFrame(look)
  }, view.usable)
  const thread = await watchThread(page)
  await page.goto(`${address}?branches=${branches}&look=${view.look}`)
  await page.waitForFunction(() => performance.getEntriesByName('usable').length > 0)
  const usable = await page.evaluate(() => performance.getEntriesByName('usable')[0]!.startTime)
  const worked = (await thread()) * 1000
  await view.begin(page)
  const watched = watchFrames(page, MOVE_SECONDS * 1000)
  for (let at = 0; at < MOVE_SECONDS * MOVES_A_SECOND; at += 1) {
    await view.move(page, at)
    await page.waitForTimeout(20)
  }
  await view.end(page)
  const frames = await watched
  const rows = await page.locator('.loom-row').count()
  await page.close()
  const sorted = frames.toSorted((a, b) => a - b)
  const what = `${view.look === 'loom' ? 'the loom' : 'the graph'} of ${branches} branches`
  say(`${what}: ${round(worked)} ms of the page’s thread until it can be used${rows > 0 ? `; ${rows} rows in the document` : ''}`)
  say(
    `${what}: ${frames.length} frames in ${MOVE_SECONDS} s; of a hundred, the longest but one took ${round(sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN)} ms`,
  )
  return [
    atMost(`${what}: until it can be used`, view.limit, usable, 'ms'),
    atMost(`${what}: the middle frame while it is moved`, FRAME_MS, median(frames), 'ms'),
  ]
}
