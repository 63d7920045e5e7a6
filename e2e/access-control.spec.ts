import type { Page } from '@playwright/test'
import { follow } from './axe.ts'
import { awaitEvents, stopClock } from './clock.ts'
import { proveInDialog } from './identity.ts'
import { tabTo } from './keyboard.ts'
import { createNetwork, signInByApi, SignInPage } from './sessions.ts'
import { expect, test } from './test.ts'

const PASSWORD = 'Orchard7'
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const heading = (page: Page, name: string | RegExp) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

async function openRoles(page: Page): Promise<void> {
  await page.goto('/ram/role')
  await heading(page, '角色')
}

/** Changes a role in its drawer and saves it. */
async function editRole(page: Page, name: string, change: (drawer: ReturnType<typeof dialog>) => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: `编辑 ${name}`, exact: true }).click()
  const drawer = dialog(page, '编辑角色')
  await expect(drawer.getByLabel('角色名称')).toBeVisible()
  await change(drawer)
  await drawer.getByRole('button', { name: '保存', exact: true }).click()
  await expect(drawer).toHaveCount(0)
}

test('a role limits a sub-account, and every change of the role takes effect in its open page', async ({ signedIn, accounts, visitor }) => {
  const owner = await accounts.owner({ hardware: 2 })
  const page = await signedIn(owner)
  await createNetwork(page, '华东生产网', { point: owner.hardware.slice(0, 1) })
  await createNetwork(page, '门店网', { point: owner.hardware.slice(1) })

  await openRoles(page)
  await page.getByRole('button', { name: '创建角色' }).first().click()
  const drawer = dialog(page, '创建角色')
  // With the keyboard alone.
  await expect(drawer.getByLabel('角色名称')).toBeFocused()
  await page.keyboard.type('门店运维')
  await tabTo(page, drawer.getByRole('checkbox', { name: '组网 编辑' }))
  await page.keyboard.press('Space')
  await tabTo(page, drawer.getByRole('radio', { name: '全部组网' }))
  await page.keyboard.press('ArrowRight')
  await tabTo(page, drawer.getByRole('combobox', { name: '指定组网' }))
  await page.keyboard.type('华东')
  await expect(drawer.getByTitle(/^华东生产网/)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(drawer.getByText(/^可查看全部成员；可编辑 1 个指定组网；监控仅查看；可提交售后工单/)).toBeVisible()
  await tabTo(page, drawer.getByRole('button', { name: '创建', exact: true }))
  await page.keyboard.press('Enter')
  await expect(drawer).toHaveCount(0)
  await expect(page.getByText('组网 指定 1 个 编辑')).toBeVisible()

  await follow(page, '/ram/index')
  await page.getByRole('button', { name: '创建子账号' }).first().click()
  const person = dialog(page, '创建子账号')
  await person.getByLabel('账号', { exact: true }).fill('li.wei')
  await person.getByLabel('昵称').fill('李伟')
  await person.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await person.getByRole('combobox').click()
  await person.getByTitle('门店运维').click()
  await expect(person.getByRole('table', { name: '该角色可以做什么' })).toContainText('华东生产网')
  await person.getByRole('button', { name: '创建', exact: true }).click()
  await expect(person).toHaveCount(0)
  const card = dialog(page, '李伟 可以登录了')
  await expect(card).toContainText(`li.wei@${owner.account_number}`)
  await expect(card).toContainText(PASSWORD)
  await card.getByRole('button', { name: '复制全部' }).click()
  await card.getByRole('button', { name: '完成' }).click()
  await expect(card).toHaveCount(0)
  await expect(page.getByText('从未登录')).toBeVisible()

  const context = await visitor()
  await signInByApi(context, { username: `li.wei@${owner.account_number}`, password: PASSWORD, ram: 1 })
  const colleague = await context.newPage()
  await colleague.goto('/ram/index')
  await expect(colleague.getByText('没有访问权限')).toBeVisible()
  await follow(colleague, '/network/lists')
  await expect(colleague.getByRole('link', { name: '华东生产网' })).toBeVisible()
  await expect(colleague.getByRole('link', { name: '门店网' })).toHaveCount(0)
  await expect(colleague.getByRole('button', { name: '访问控制' })).toHaveCount(0)
  const more = colleague.getByRole('button', { name: '华东生产网 的更多操作' })
  const rename = colleague.getByRole('menuitem', { name: '重命名' })
  await more.click()
  await expect(rename).toBeVisible()
  await colleague.keyboard.press('Escape')
  await expect(rename).toBeHidden()
  // Marks the document: a reload would remove the mark.
  await colleague.evaluate(() => document.documentElement.setAttribute('data-stayed', ''))

  await openRoles(page)
  await editRole(page, '门店运维', async (editor) => {
    await editor.getByRole('radio', { name: '全部组网' }).check()
    await editor.getByRole('checkbox', { name: '组网 编辑' }).uncheck()
    await editor.getByRole('checkbox', { name: '组网 创建' }).check()
  })
  await expect(colleague.getByRole('link', { name: '门店网' })).toBeVisible()
  await more.click()
  await expect(colleague.getByRole('menuitem', { name: '打开经纬图' })).toBeVisible()
  await expect(rename).toBeHidden()
  await colleague.keyboard.press('Escape')
  await colleague.getByRole('button', { name: '创建组网' }).click()
  await heading(colleague, '创建组网')
  await editRole(page, '门店运维', (editor) => editor.getByRole('checkbox', { name: '组网 创建' }).uncheck())
  await expect(colleague.getByText('没有访问权限')).toBeVisible()
  await expect(colleague.locator('html')).toHaveAttribute('data-stayed')

  await page.getByRole('button', { name: '删除 门店运维' }).focus()
  await expect(page.getByRole('tooltip', { name: '正在被 1 个子账号或访问密钥使用，请先为其更换角色' })).toBeVisible()

  await follow(page, '/ram/index')
  await page.getByRole('link', { name: 'li.wei 的操作日志' }).click()
  await expect(page).toHaveURL(/\/logs\/operations\?person=\d+/)
  await expect(page.getByRole('row').filter({ hasText: 'li.wei' }).last()).toBeVisible()
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出' }).click()
  await dialog(page, '导出操作日志').getByRole('button', { name: '导出' }).click()
  expect((await file).suggestedFilename()).toMatch(/操作日志.*\.xlsx$/)
  await page.goBack()

  await page.getByRole('button', { name: '删除 li.wei' }).click()
  await dialog(page, '删除子账号 李伟？').getByRole('button', { name: '删除' }).click()
  await expect(page.getByText('还没有子账号')).toBeVisible()
  // The pressed button disappears with its row, so the focus moves to the list.
  await expect(page.getByRole('region', { name: '子账号' })).toBeFocused()
  await expect(colleague).toHaveURL(/\/login/)
  await openRoles(page)
  await page.getByRole('button', { name: '删除 门店运维' }).click()
  await dialog(page, '删除角色').getByRole('button', { name: '删除' }).click()
  await expect(page.getByText('暂无角色')).toBeVisible()
})

test('a script calls the API with a key that is shown once, until it is deleted', async ({ signedIn, accounts, server, playwright }) => {
  const owner = await accounts.owner({ hardware: 1 })
  await accounts.colleague(owner)
  const page = await signedIn(owner)
  await createNetwork(page, '总部网', { point: owner.hardware })
  await page.goto('/ram/access_key')
  await page.getByRole('button', { name: '创建访问密钥' }).first().click()
  const create = dialog(page, '创建访问密钥')
  await expect(create.getByLabel('名称')).toBeFocused()
  await create.getByLabel('名称').fill('巡检脚本')
  await create.getByRole('combobox', { name: '角色' }).click()
  await page.keyboard.press('Enter')
  await create.getByRole('button', { name: '创建', exact: true }).click()
  await proveInDialog(page, owner)
  const once = dialog(page, '访问密钥已创建')
  const key = await once.getByRole('definition').innerText()
  await once.getByRole('button', { name: '复制密钥', exact: true }).click()
  await once.getByRole('button', { name: '我已保存，关闭' }).click()
  await expect(once).toHaveCount(0)

  const script = await playwright.request.newContext({ baseURL: server.console, extraHTTPHeaders: { authorization: `Bearer ${key}` } })
  const lists = async () => (await script.get('/api/v1/network/lists')).json()
  expect(await lists()).toMatchObject({ code: 200, data: [{ network_name: '总部网' }] })
  await page.getByRole('button', { name: '刷新' }).click()
  await expect(page.getByRole('row').filter({ hasText: '巡检脚本' })).toContainText('127.0.0.1')
  await page.getByRole('button', { name: '删除 巡检脚本' }).click()
  await dialog(page, '删除访问密钥').getByRole('button', { name: '删除' }).click()
  await expect(page.getByText('还没有访问密钥')).toBeVisible()
  expect((await lists()).code).not.toBe(200)
  await script.dispose()
})

test('a disabled sub-account is signed out at once, reads why at the sign-in, and comes back once it is enabled', async ({
  signedIn,
  accounts,
  visitor,
}) => {
  const owner = await accounts.owner()
  const colleague = await accounts.colleague(owner)
  const [name] = colleague.username.split('@')
  const page = await signedIn(owner)
  const context = await visitor()
  await signInByApi(context, colleague)
  const theirs = await context.newPage()
  await theirs.clock.install()
  const { connected } = await awaitEvents(theirs)
  await theirs.goto('/network/lists')
  await heading(theirs, '组网列表')
  await connected
  // Nothing asks from time to time any more: only what the server sends can sign out.
  await stopClock(theirs)
  await page.goto('/ram/index')
  await page.getByRole('button', { name: `停用 ${name}` }).click()
  await dialog(page, /^停用 .+？$/)
    .getByRole('button', { name: '停用' })
    .click()
  await expect(page.getByText('已停用').first()).toBeVisible()
  await expect(theirs).toHaveURL(/\/login/)
  await theirs.clock.resume()

  const signIn = new SignInPage(theirs)
  await theirs.goto('/login?mode=ram')
  await signIn.name.fill(colleague.username)
  await signIn.password.fill(colleague.password)
  await signIn.code.fill(await signIn.readPicture())
  await signIn.submit.click()
  await expect(theirs.getByText('子账号已停用，请联系主账号管理员').first()).toBeVisible()
  await page.getByRole('button', { name: `启用 ${name}` }).click()
  await expect(page.getByRole('button', { name: `停用 ${name}` })).toBeVisible()
  const again = await visitor()
  await signInByApi(again, colleague)
})
