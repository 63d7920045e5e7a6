import type { Page } from '@playwright/test'
import { createNetwork, SignInPage } from './sessions.ts'
import { expect, test } from './test.ts'

const overview = (page: Page) => page.getByRole('heading', { level: 1, name: '概览' })

const pathOf = (page: Page) => {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}

test('after five wrong passwords the name is locked from this address, and still open from others', async ({ page, accounts, visitor }) => {
  const owner = await accounts.owner()
  const form = new SignInPage(page)
  await page.goto('/login')
  await form.enter({ ...owner, password: 'wrong-one' })
  for (let wrong = 1; wrong <= 5; wrong += 1) {
    const before = (await form.picture.getAttribute('src')) ?? ''
    await form.submit.click()
    await expect(form.picture).not.toHaveAttribute('src', before)
    await expect(form.code).toHaveValue('')
    await form.code.fill(await form.readPicture())
  }
  await form.password.fill(owner.password)
  await form.submit.click()
  await expect(
    page
      .getByRole('alert')
      .filter({ hasText: /密码错误次数过多，请在 \d+ 秒后重试/ })
      .first(),
  ).toBeVisible()

  const elsewhere = await (await visitor()).newPage()
  const other = new SignInPage(elsewhere)
  await elsewhere.goto('/login')
  await other.enter(owner)
  await other.submit.click()
  await expect(overview(elsewhere)).toBeVisible()
})

for (const foreign of ['https://evil.example/', '//evil.example/x', '/\\evil.example', 'javascript:alert(1)', '/login?redirect=/login'])
  test(`signing in does not lead to ${foreign}`, async ({ page, accounts }) => {
    const form = new SignInPage(page)
    await page.goto(`/login?redirect=${encodeURIComponent(foreign)}`)
    await form.enter(await accounts.owner())
    await form.submit.click()
    await expect(overview(page)).toBeVisible()
    expect(pathOf(page)).toBe('/dashboard')
  })

test('a role with designated networks sees only these, and why it cannot create one', async ({ accounts, signedIn }) => {
  const owner = await accounts.owner({ hardware: 2 })
  const boss = await signedIn(owner)
  const mine = await createNetwork(boss, '门店一组', { point: owner.hardware.slice(0, 1) })
  const other = await createNetwork(boss, '门店二组', { point: owner.hardware.slice(1) })
  const page = await signedIn(await accounts.colleague(owner, { flags: ['network.edit'], networks: [mine] }))
  await page.goto('/network/lists')
  await expect(page.getByRole('link', { name: '门店一组' })).toBeVisible()
  await expect(page.getByRole('link', { name: '门店二组' })).toHaveCount(0)
  const create = page.getByRole('button', { name: '创建组网' })
  await create.focus()
  await expect(create).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('tooltip', { name: '角色仅限指定组网，无法创建' })).toBeVisible()
  await page.goto(`/network/detail?network_number=${other}`)
  await expect(page.getByRole('alert').getByText('组网不存在')).toBeVisible()
  await expect(page).toHaveURL(/\/network\/lists$/)
})

test('each empty field says so, and no call is made', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => request.method() === 'POST' && asked.push(request.url()))
  const form = new SignInPage(page)
  await page.goto('/login')
  await form.submit.click()
  for (const [field, sentence] of [
    [form.name, '用户名不能为空'],
    [form.password, '密码不能为空'],
    [form.code, '验证码不能为空'],
  ] as const) {
    await expect(field).toHaveAccessibleDescription(sentence)
    await expect(field).toHaveAttribute('aria-invalid', 'true')
  }
  await form.code.fill('ab')
  await form.submit.click()
  await expect(form.code).toHaveAccessibleDescription('验证码长度必须为 4 位')
  expect(asked).toEqual([])
})

test('changing between owner and sub-account keeps what was typed', async ({ page }) => {
  const form = new SignInPage(page)
  await page.goto('/login')
  await form.name.fill('chenhao@20000001')
  await form.password.fill('Secret-2026')
  await form.code.fill('abcd')
  const picture = await form.picture.getAttribute('src')
  await page.getByRole('navigation', { name: '登录方式' }).getByRole('link', { name: '子账号登录' }).click()
  await expect(page.getByLabel('子账号用户名')).toHaveValue('chenhao@20000001')
  await expect(form.password).toHaveValue('Secret-2026')
  await expect(form.code).toHaveValue('abcd')
  await expect(form.picture).toHaveAttribute('src', picture ?? '')
  await page.getByRole('link', { name: '主账号登录' }).click()
  await expect(page.getByLabel('用户名 / 手机号 / 邮箱')).toHaveValue('chenhao@20000001')
})

test('a sub-account signs in with its own name and sees only what its role grants', async ({ page, accounts, signedIn }) => {
  const owner = await accounts.owner({ hardware: 2 })
  const boss = await signedIn(owner)
  await createNetwork(boss, '总部—门店', { point: owner.hardware })
  const colleague = await accounts.colleague(owner)
  const form = new SignInPage(page)
  await page.goto('/login')
  await page.getByRole('link', { name: '子账号登录' }).click()
  await form.enter(colleague)
  await form.submit.click()
  await expect(overview(page)).toBeVisible()
  await expect(page.getByRole('region', { name: '账号' }).filter({ hasText: '陈浩' })).toContainText('子账号')

  await page
    .getByRole('navigation', { name: '快捷入口' })
    .getByRole('link', { name: /智能组网/ })
    .click()
  const row = page.getByRole('row').filter({ hasText: '总部—门店' })
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: /更多操作/ }).click()
  await expect(page.getByRole('menuitem', { name: '复制编号' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: /删除|重命名/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: '创建组网' })).toHaveCount(0)
  await page.goto('/network/create')
  await expect(page.getByRole('heading', { level: 1, name: '没有访问权限' })).toBeVisible()
})

test('a picture that also needs work is accepted once the browser has done it', async ({ page, accounts }) => {
  await page.route('**/verify/code', async (route) => {
    const response = await route.fetch()
    const { data, ...envelope } = await response.json()
    await route.fulfill({ response, json: { ...envelope, data: { ...data, work: 50_000 } } })
  })
  const sent = page.waitForRequest('**/login/authorization')
  const form = new SignInPage(page)
  await page.goto('/login')
  await form.enter(await accounts.owner())
  await form.submit.click()
  expect((await sent).postDataJSON().proof).toHaveLength(16)
  await expect(overview(page)).toBeVisible()
})
