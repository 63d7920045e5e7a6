import type { Page, Request } from '@playwright/test'

/** A control that moved after it could be pressed. */
export interface Shift {
  /** The path of the page. */
  path: string
  /** The control's kind and name: `button 导出`. */
  control: string
  /** By how many pixels the place where the control was sticks out of the place where it is. */
  px: number
  /** Both places, in pixels of the window: left, top, right, bottom. */
  from: number[]
  to: number[]
}

/** Less than this is a matter of rounding, or of a press at the very edge. */
const MOST_PX = 3

/**
 * Notes each control of a page that moves although it could be pressed: a press that begins where it was and ends there is not its click
 * then. The places are looked at in each frame, from when the heading of the page stands still. Rows of tables may move, since they are what
 * is loaded. Call it before the first address. @returns reads what moved since it was last read
 */
export async function watchShifts(page: Page): Promise<() => Promise<Shift[]>> {
  await page.addInitScript(observe, MOST_PX)
  return () =>
    page.evaluate(() => {
      const { shifts } = window as unknown as { shifts: Shift[] }
      return shifts.splice(0)
    })
}

/** Runs in the page. */
function observe(most: number): void {
  const CONTROLS =
    'a[href], button, input, textarea, select, summary, [role=tab], [role=switch], [role=checkbox], [role=radio], [role=combobox], [role=menuitem]'
  /** What is loaded, and so comes, goes and is sorted anew. */
  const ROWS = 'tbody, [role=row], .ant-table-wrapper, .weft-cards, .weft-list > .weft-state'
  const shifts: Shift[] = []
  Object.assign(window, { shifts })
  let places = new WeakMap<Element, DOMRect>()
  let shown = { path: '', title: '' }
  /** For how many frames the heading and the menu have stood still: the group of the page opens in the menu. */
  let still = 0
  let stood: (Element | number)[] = []
  const nameOf = (element: Element) => {
    const kind = element.getAttribute('role') ?? element.tagName.toLowerCase()
    const words = element.getAttribute('aria-label') ?? (element.textContent || element.getAttribute('placeholder') || element.id)
    const near = element.closest('section[aria-label], nav[aria-label], header, aside, [role=tablist]')
    const where = near?.getAttribute('aria-label') ?? near?.tagName.toLowerCase() ?? ''
    return `${kind} ${words.slice(0, 40).trim()}${where && ` (${where})`}`
  }
  const pressable = (element: Element) =>
    !element.matches(':disabled, [aria-disabled=true]') && element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  const corners = ({ left, top, right, bottom }: DOMRect) => [left, top, right, bottom].map(Math.round)
  const headingStands = () => {
    const heading = document.querySelector('h1')
    if (!heading?.checkVisibility()) return false
    const last = [...document.querySelectorAll('nav button')].at(-1)
    const now = [heading, last].flatMap((one) => (one ? [one, one.getBoundingClientRect().left, one.getBoundingClientRect().top] : []))
    still = now.length === stood.length && now.every((one, at) => one === stood[at]) ? still + 1 : 0
    stood = now
    return still >= 3
  }
  let begun = false
  const look = () => {
    requestAnimationFrame(look)
    // The page before is shown until the code of the next is there, and with it its title.
    if (location.pathname === shown.path) shown.title = document.title
    else if (document.title !== shown.title) {
      shown = { path: location.pathname, title: document.title }
      places = new WeakMap()
      begun = false
      still = 0
    }
    begun ||= headingStands()
    if (!begun || location.pathname !== shown.path) return
    for (const control of document.querySelectorAll(CONTROLS)) {
      if (control.closest(ROWS)) continue
      const place = control.getBoundingClientRect()
      if (place.width === 0 || place.height === 0 || !pressable(control)) continue
      const before = places.get(control)
      const out = before
        ? Math.max(place.left - before.left, before.right - place.right, place.top - before.top, before.bottom - place.bottom)
        : 0
      if (before && out <= most) continue
      places.set(control, place)
      if (before)
        shifts.push({ path: shown.path, control: nameOf(control), px: Math.round(out), from: corners(before), to: corners(place) })
    }
  }
  requestAnimationFrame(look)
  // What scrolls moves because somebody wants it to.
  addEventListener('scroll', () => (places = new WeakMap()), { capture: true })
}

/**
 * Holds back each answer of the API and each piece of the app's code by 150 to 400 ms, in a fixed order, so that they come one after another.
 * @returns waits until every answer came, and the page has shown it
 */
export async function slowly(page: Page): Promise<() => Promise<void>> {
  let asked = 0
  const open = new Set<Request>()
  await page.route(/\/(api|ops)\/v1\/|\/assets\/.*\.js/, async (route) => {
    const pause = 150 + ((asked * 90) % 251)
    asked += 1
    open.add(route.request())
    await new Promise((later) => setTimeout(later, pause))
    await route.continue().catch(() => undefined)
  })
  const ended = (request: Request) => void open.delete(request)
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
  return async () => {
    for (let before = -1; before !== asked || open.size > 0; ) {
      before = asked
      // An answer is drawn in the first frame, and what it leads to is asked for in the next.
      for (let frame = 0; frame < 6; frame += 1) await page.evaluate(() => new Promise(requestAnimationFrame))
    }
  }
}
