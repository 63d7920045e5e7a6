import type { Page } from '@playwright/test'
import { button, expectAccessible, looks, over, settled } from './axe.ts'
import { createNetwork } from './sessions.ts'
import { addList, choose, deleteList, openBatch } from './sheets.ts'
import { expect, test } from './test.ts'

const menuOf = (page: Page, member: string) =>
  page
    .locator('tr, li')
    .filter({ hasText: member })
    .getByRole('button', { name: /的更多操作$/ })
    .first()
/** Chooses an item of the menu of a member's row. */
async function chooseOf(page: Page, member: string, item: string): Promise<void> {
  await menuOf(page, member).click()
  await page.getByRole('menuitem', { name: item }).click()
}

for (const { name, options } of looks) {
  const narrow = (options.viewport?.width ?? 0) < 992

  test(`the list of members is accessible: ${name}`, async ({ signedIn, accounts }) => {
    const bare = await signedIn(await accounts.owner(), options)
    await settled(bare, '/router/lists', '成员列表')
    await expect(bare.getByText('暂无成员')).toBeVisible()
    await expectAccessible(bare, 'no members')
    const owner = await accounts.owner({ hardware: 2, software: 11, services: { software_member: 20 } })
    const [client] = owner.software
    const page = await signedIn(owner, options)
    const chosen = (member: string, item: string) => chooseOf(page, member, item)
    await settled(page, '/router/lists', '成员列表')
    await expect(page.getByText(owner.hardware[0]!)).toBeVisible()
    await expectAccessible(page, 'all members')
    await over(page, 'region and tags', () => chosen(owner.hardware[0]!, '地区与标签'))
    await over(page, 'deleting a member', () => chosen(owner.hardware[0]!, '删除'))
    await settled(page, '/router/lists?type=2&search=user1', '成员列表')
    await expect(page.getByText(client!)).toBeVisible()
    await expectAccessible(page, 'software')
    await over(page, 'a note', () => chosen(client!, '修改名称'))
    await over(page, 'more of a member', () => menuOf(page, client!).click(), page.getByRole('menu'))
    await over(page, 'batch work', () => button(page, '更多操作'), page.getByRole('menu'))
    await page.getByRole('checkbox', { name: `选择 ${client}`, exact: true }).check()
    await expectAccessible(page, 'one member marked')
    await over(page, 'disabling several', async () => {
      await page.getByRole('button', { name: '停用', exact: true }).click()
      await expect(page.getByText('1 个将更改')).toBeVisible()
    })
    await over(page, 'a note for several', () => button(page, '修改名称'))
    await over(page, 'deleting several', () => button(page, '批量删除'))
  })

  test(`the page of one member is accessible: ${name}`, async ({ signedIn, accounts }) => {
    const owner = await accounts.owner({ hardware: 4, software: 1 })
    const page = await signedIn(owner, options)
    const member = owner.hardware[0]!
    await createNetwork(page, '总部—门店', { center: owner.hardware.slice(0, 1), point: [...owner.hardware.slice(1), ...owner.software] })
    await createNetwork(page, '备用网', { point: owner.hardware.slice(0, 2) })
    await settled(page, `/router/detail?router_name=${member}`, '店1')
    await expect(page.getByText('设备尚未上线过，上线后在这里显示实时流量')).toBeVisible()
    await button(page, '查看数据表')
    await expectAccessible(page, 'a member')
    await over(page, 'its name', async () => {
      // On a phone the pencil makes room; the menu has the same.
      if (options.viewport!.width < 992) await button(page, '更多操作')
      await page
        .getByRole(options.viewport!.width < 992 ? 'menuitem' : 'button', { name: '修改名称' })
        .first()
        .click()
    })
    await over(page, 'more of it', () => button(page, '更多操作'), page.getByRole('menu'))
    for (const tab of ['records', 'config', 'device', 'changes', 'outages']) {
      await settled(page, `/router/detail?router_name=${member}&tab=${tab}`, '店1')
      await expect(page.getByRole('tabpanel')).toBeVisible()
      await expectAccessible(page, `its ${tab}`)
    }
  })

  test(`the dialogs of one member are accessible: ${name}`, async ({ signedIn, accounts }) => {
    const owner = await accounts.owner({ software: 1 })
    const page = await signedIn(owner, options)
    const member = owner.software[0]!
    await settled(page, '/router/lists?type=2', '成员列表')
    await expect(page.getByText(member).first()).toBeVisible()
    await button(page, '添加成员')
    await expect(page.getByRole('dialog').getByLabel('用户名')).toBeFocused()
    await expectAccessible(page, 'adding a member')
    await over(page, 'suffix', () => button(page, '修改后缀'), page.getByRole('dialog', { name: '修改账号后缀' }))
    await page.getByRole('button', { name: '添加', exact: true }).click()
    await expect(page.getByRole('dialog').getByText('用户名不能为空')).toBeVisible()
    await expectAccessible(page, 'adding a member, with errors')
    await page.getByRole('dialog').getByLabel('用户名').fill('li.si')
    await page.getByRole('dialog').getByLabel('密码', { exact: true }).fill('Orchard7')
    await page.getByRole('button', { name: '添加', exact: true }).click()
    await expect(page.getByRole('region', { name: '复制账号和密码发送给成员' })).toBeVisible()
    await expectAccessible(page, 'what a new member signs in with')
    await page.getByRole('button', { name: '完成' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await over(page, 'phone of a member', () => button(page, `绑定 ${owner.names[member]} 的手机号`))
    await over(page, 'password of a member', () => chooseOf(page, member, '修改密码'))
    await chooseOf(page, member, '详情')
    await expect(page.getByText('暂无登录记录')).toBeVisible()
    await expectAccessible(page, 'logins of a member')
    await page.getByRole('tab', { name: '拨号记录' }).click()
    await expect(page.getByText('所选时间内没有拨号记录')).toBeVisible()
    await expectAccessible(page, 'connections of a member')
    if (narrow) await page.getByRole('button', { name: '筛选' }).click()
    await page.getByRole('combobox', { name: '时间范围' }).click()
    await page.getByTitle('自定义').click()
    await page.getByRole('textbox', { name: '开始日期' }).click()
    await expect(page.getByRole('table').last()).toBeVisible()
    await expectAccessible(page, 'days of the connections')
  })

  test(`adding members by file is accessible: ${name}`, async ({ signedIn, accounts }) => {
    const page = await signedIn(await accounts.owner(), options)
    await openBatch(page, '批量添加')
    await expect(page.getByRole('button', { name: '下载模板' })).toBeVisible()
    await expectAccessible(page, 'adding by file')
    await choose(page, Buffer.from('a'), 'a.csv')
    await expectAccessible(page, 'a file that is not taken')
    await choose(page, await addList([['x'], ['good', 'abc12345']]))
    await expect(page.getByText('共 2 行，1 行有误，未添加任何成员')).toBeVisible()
    await expectAccessible(page, 'a list with problems')
    await choose(page, await addList([['good', 'abc12345']]))
    await expect(page.getByText('检查通过，共 1 行')).toBeVisible()
    await expectAccessible(page, 'a list without')
    await page.getByRole('button', { name: '开始导入' }).click()
    await expect(page.getByText('已添加 1 个成员')).toBeVisible()
    await expectAccessible(page, 'members added')
  })

  test(`deleting members by file and their export are accessible: ${name}`, async ({ signedIn, accounts, tolerated }) => {
    tolerated.push(/ERR_/)
    const page = await signedIn(await accounts.owner({ software: 2 }), options)
    await openBatch(page, '按文件批量删除')
    await choose(page, await deleteList(['user1', 'nobody']))
    const remove = page.getByRole('dialog').getByRole('button', { name: '删除', exact: true })
    await remove.click()
    await page.getByLabel('请输入 确认删除 以确认').fill('确认删除')
    await expectAccessible(page, 'typing before deletion')
    await remove.last().click()
    await expect(page.getByText('已删除 1 个成员')).toBeVisible()
    await expectAccessible(page, 'members deleted')
    await page.route('**/api/v1/router/export*', (route) => route.abort(), { times: 1 })
    await openBatch(page, '导出成员')
    await expect(page.getByRole('region', { name: '导出失败' })).toBeVisible()
    await expectAccessible(page, 'an export that failed')
  })
}
