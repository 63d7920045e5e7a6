import type { Request } from '@playwright/test'
import { opsContract } from '@weft/contract'
import { ageSession, callApi, keptSession } from './sessions.ts'
import { expect, test } from './test.ts'

// Sessions are ended while the page opens its socket.
test.use({ tolerated: [/account\/events.*Authentication failed/] })

const MINUTE_MS = 60_000
const signInTitle = { level: 1, name: '登录' } as const

test('a reload keeps the session and the address', async ({ signedIn, accounts }) => {
  const page = await signedIn(await accounts.owner())
  await page.goto('/network/lists?status=1')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: '组网列表' })).toBeVisible()
  await expect(page).toHaveURL(/\/network\/lists\?status=1$/)
})

test('signing out asks first, and ends the session on the server and in every tab', async ({ signedIn, accounts }) => {
  const page = await signedIn(await accounts.owner())
  await page.goto('/dashboard')
  await page.goto('/network/lists')
  const second = await page.context().newPage()
  await second.goto('/network/lists')
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible()
  const kept = await keptSession(page)

  const ask = async () => {
    await page.getByRole('button', { name: '林晓 的账号菜单' }).click()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
    return page.getByRole('dialog', { name: '退出登录' })
  }
  let dialog = await ask()
  await expect(dialog.getByRole('button', { name: '取消' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  expect((await keptSession(page))?.token).toBe(kept?.token)

  dialog = await ask()
  await dialog.getByRole('button', { name: '退出登录' }).click()
  await expect(page.getByRole('heading', signInTitle)).toBeVisible()
  await expect(second.getByRole('heading', signInTitle)).toBeVisible()
  expect(await keptSession(page)).toBeUndefined()
  const answer = await page.request.get('/api/v1/account/info', { headers: { authorization: `Bearer ${kept?.token}` } })
  expect((await answer.json()).code).toBe(2003)
  await page.goBack()
  await expect(page.getByRole('heading', signInTitle)).toBeVisible()
})

test('a session that is ended elsewhere leads to the sign-in page, which says so and leads back', async ({ signedIn, accounts }) => {
  const page = await signedIn(await accounts.owner())
  await page.goto('/network/lists?search=x')
  await expect(page.getByRole('heading', { level: 1, name: '组网列表' })).toBeVisible()
  // The call goes through the API, so this browser makes no call and only gets the event.
  await callApi(page, 'login/logout', {})
  await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent('/network/lists?search=x')}`)
  await expect(page.getByText('登录已失效，请重新登录')).toBeVisible()
  expect(await keptSession(page)).toBeUndefined()
})

for (const how of ['is ended elsewhere', 'runs out'] as const)
  test(`a session that ${how} while a page loads shows no failure before the sign-in page`, async ({ signedIn, accounts }) => {
    const page = await signedIn(await accounts.owner())
    // Noted as it appears, because it disappears with its page.
    const failures: string[] = []
    const { promise: drawn, resolve: draw } = Promise.withResolvers<void>()
    await page.exposeFunction('noteFailure', (text: string) => failures.push(text))
    await page.exposeFunction('noteDrawn', draw)
    await page.addInitScript(() => {
      const { noteFailure, noteDrawn } = window as unknown as Record<string, (text: string) => void>
      new MutationObserver(() => {
        const shown = document.body?.innerText ?? ''
        if (shown.includes('加载失败')) noteFailure!(shown)
      }).observe(document, { childList: true, subtree: true })
      window.addEventListener('beforeunload', () => requestAnimationFrame(() => requestAnimationFrame(() => noteDrawn!(''))))
    })
    let ended: Promise<unknown> | undefined
    // The page asks twice: for its rows, and for how many need attention.
    await page.route('**/api/v1/network/lists*', async (route) => {
      if (how === 'is ended elsewhere') {
        await (ended ??= callApi(page, 'login/logout', {}))
        return route.continue()
      }
      return route.fulfill({ json: { code: 2002, msg: '登录已过期，请重新登录', data: null } })
    })
    await page.route('**/api/v1/login/refresh', (route) =>
      route.fulfill({ json: { code: 2004, msg: '登录已失效，请重新登录', data: null } }),
    )
    // The old page stays until the sign-in page has loaded, which takes a moment on a slow line.
    const { promise: arrives, resolve: arrive } = Promise.withResolvers<void>()
    await page.route(/\/login\?redirect=/, async (route) => {
      await arrives
      await route.continue()
    })
    await page.goto('/network/lists', { waitUntil: 'commit' })
    // By now the page has shown whatever it shows after the refusal.
    await drawn
    arrive()
    await expect(page.getByRole('heading', signInTitle)).toBeVisible()
    expect(failures).toEqual([])
  })

test('an expired token is refreshed once and the call repeated, unnoticed', async ({ signedIn, accounts }) => {
  const page = await signedIn(await accounts.owner())
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: '概览' })).toBeVisible()
  const before = await keptSession(page)
  const refreshes: string[] = []
  page.on('request', (request) => request.url().endsWith('/login/refresh') && refreshes.push(request.url()))
  // The first call gets the answer that the server gives after 30 minutes.
  await page.route(
    '**/api/v1/network/lists*',
    (route) => route.fulfill({ json: { code: 2002, msg: '登录已过期，请重新登录', data: null } }),
    {
      times: 1,
    },
  )
  await page
    .getByRole('navigation', { name: '快捷入口' })
    .getByRole('link', { name: /智能组网/ })
    .click()
  await expect(page.getByRole('region', { name: '组网', exact: true }).getByText('还没有组网')).toBeVisible()
  expect(refreshes).toHaveLength(1)
  expect((await keptSession(page))?.token).not.toBe(before?.token)
  await expect(page.getByText('登录已过期，请重新登录')).toHaveCount(0)
})

test('two tabs refresh a session that is about to expire only once', async ({ signedIn, accounts }) => {
  const page = await signedIn(await accounts.owner())
  const refreshes: string[] = []
  const note = (request: Request) => request.url().endsWith('/login/refresh') && refreshes.push(request.url())
  page.context().on('request', note)
  await page.goto('/dashboard')
  const before = await keptSession(page)
  await ageSession(page, { token_expires: Date.now() + MINUTE_MS / 2 })
  const second = await page.context().newPage()
  const tabs = [page, second]
  await Promise.all([page.reload(), second.goto('/network/lists')])
  for (const tab of tabs) await expect(tab.getByRole('heading', { level: 1 })).toBeVisible()
  // Both check at the same moment, as when a user returns to the window.
  const comeBack = () => Promise.all(tabs.map((tab) => tab.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))))
  await comeBack()
  for (const tab of tabs) await expect.poll(async () => (await keptSession(tab))?.token).not.toBe(before?.token)
  expect((await keptSession(page))?.token_expires).toBeGreaterThan(Date.now() + 20 * MINUTE_MS)
  await comeBack()
  for (const tab of tabs) {
    await tab.reload()
    await expect(tab.getByRole('heading', { level: 1 })).toBeVisible()
  }
  expect(refreshes).toHaveLength(1)
  page.context().off('request', note)
})

test('a forced end of the session is announced two minutes before, then carried out', async ({ signedIn, accounts }) => {
  const page = await signedIn(await accounts.owner())
  await page.clock.install()
  await page.goto('/network/lists')
  await ageSession(page, { session_expires: Date.now() + 90_000 })
  await page.reload()
  const dialog = page.getByRole('dialog', { name: '登录即将过期' })
  await expect(dialog.getByText(/^\d+ 秒后将自动退出登录$/)).toBeVisible()
  await dialog.getByRole('button', { name: '继续使用' }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(async () => (await keptSession(page))?.session_expires).toBeGreaterThan(Date.now() + 60 * MINUTE_MS)
  await ageSession(page, { session_expires: Date.now() + 60_000 })
  await page.reload()
  await expect(dialog).toBeVisible()
  await page.clock.runFor(61_000)
  await expect(page).toHaveURL('/login?redirect=%2Fnetwork%2Flists')
  await expect(page.getByText('登录已过期，请重新登录')).toBeVisible()
})

test('a login link signs in, leaves the address bar before any call, and works in one browser only', async ({
  page,
  visitor,
  accounts,
  server,
}) => {
  const owner = await accounts.owner()
  const ops = `${server.ops}/ops/v1`
  const operator = await accounts.operator()
  const { data: session } = await (await page.request.post(`${ops}/${opsContract.session.login.path}`, { data: operator })).json()
  const answer = await page.request.post(`${ops}/${opsContract.accounts.login_link.path}`, {
    data: { account_number: owner.account_number, reason: '客户请求协助' },
    headers: { authorization: `Bearer ${session.access_token}` },
  })
  const link = new URL((await answer.json()).data.url as string)
  const token = link.searchParams.get('token') ?? ''
  expect(token).not.toBe('')
  const carried: string[] = []
  page.on('request', (request) => {
    const opened = request.isNavigationRequest() && request.url().includes(token)
    if (!opened && (request.url() + (request.headers()['referer'] ?? '')).includes(token)) carried.push(request.url())
  })
  await page.goto(link.pathname + link.search)
  await expect(page.getByText('授权成功')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: '概览' })).toBeVisible()
  expect(page.url()).not.toContain(token)
  await page.goBack()
  expect(page.url()).not.toContain(token)
  expect(carried).toEqual([])

  const limits = page.getByText('通过授权链接登录时不能修改登录凭据')
  for (const address of ['/account', '/account/info', '/account/security', '/account/edit', '/account/password']) {
    await page.goto(address)
    await expect(limits, address).toBeVisible()
  }
  await page.goto('/account/message')
  await expect(page.getByRole('heading', { level: 1, name: '我的消息' })).toBeVisible()
  await expect(limits).toBeHidden()

  const elsewhere = await (await visitor()).newPage()
  await elsewhere.goto(link.pathname + link.search)
  await expect(elsewhere.getByText('授权失败：登录链接已使用过')).toBeVisible()
  await expect(elsewhere.getByRole('heading', signInTitle)).toBeVisible()
  expect(elsewhere.url()).not.toContain(token)
})
