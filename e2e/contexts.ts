import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'

/**
 * A page that stays open in a context while tests use it one after another. It keeps alive the renderer of its site, in which the app is
 * compiled already (`--process-per-site`): a page that loads the app there takes half the processor time.
 */
const anchors = new WeakMap<BrowserContext, Page>()
/** Contexts that a test changed in a way that cannot be undone. */
const spoilt = new WeakSet<BrowserContext>()

export type Contexts = ReturnType<typeof keepContexts>

/**
 * Lends the contexts of a worker's browser: each is used again by later tests that ask for the same options, without what it stored.
 * @param prepare is called once for each context, before its first page
 */
export function keepContexts(browser: Browser, prepare: (context: BrowserContext) => Promise<unknown>) {
  const free = new Map<string, BrowserContext[]>()
  const keys = new WeakMap<BrowserContext, string>()
  return {
    async take(options: BrowserContextOptions & { baseURL: string }): Promise<BrowserContext> {
      const key = JSON.stringify(options)
      const kept = free.get(key)?.pop()
      if (kept) {
        if (options.permissions) await kept.grantPermissions(options.permissions)
        return kept
      }
      const context = await browser.newContext(options)
      keys.set(context, key)
      await prepare(context)
      const anchor = await context.newPage()
      await anchor.route('**/*', (route) => route.fulfill({ contentType: 'text/plain', body: '' }))
      await anchor.goto('/robots.txt')
      anchors.set(context, anchor)
      // A clock cannot be uninstalled. `page.clock` is that of the context.
      const install = context.clock.install.bind(context.clock)
      context.clock.install = (at) => {
        spoilt.add(context)
        return install(at)
      }
      return context
    },

    /** Takes a context back: closes its pages, and removes cookies, storage, permissions and routes. */
    async giveBack(context: BrowserContext): Promise<void> {
      const anchor = anchors.get(context)
      if (!anchor || anchor.isClosed() || spoilt.has(context)) return context.close()
      for (const page of context.pages()) if (page !== anchor) await page.close()
      await context.unrouteAll()
      await context.setOffline(false)
      await context.clearPermissions()
      await context.clearCookies()
      await anchor.evaluate(() => localStorage.clear())
      const key = keys.get(context)!
      free.set(key, [...(free.get(key) ?? []), context])
    },

    /** Closes a context for good. */
    async discard(context: BrowserContext): Promise<void> {
      await anchors.get(context)?.close()
      await context.close()
    },
  }
}

/** Stores an entry for the context's own origin, as its pages would. */
export async function store(context: BrowserContext, origin: string, name: string, value: string): Promise<void> {
  const anchor = anchors.get(context)
  if (!anchor) return context.setStorageState({ cookies: await context.cookies(), origins: [{ origin, localStorage: [{ name, value }] }] })
  if (new URL(anchor.url()).origin !== origin) throw new Error(`the context is of ${anchor.url()}, and not of ${origin}`)
  await anchor.evaluate(([name, value]) => localStorage.setItem(name, value), [name, value] as const)
}
