import { button, expectAccessible, looks, over, settled } from './axe.ts'
import { proveInDialog } from './identity.ts'
import { createNetwork } from './sessions.ts'
import { expect, test } from './test.ts'

for (const { name, options } of looks) {
  test(`sub-accounts and their operations are accessible: ${name}`, async ({ signedIn, accounts }) => {
    const owner = await accounts.owner()
    const page = await signedIn(owner, options)
    await settled(page, '/ram/index', '子账号')
    await expect(page.getByText('还没有子账号')).toBeVisible()
    await expectAccessible(page, 'no sub-accounts')
    const colleague = (await accounts.colleague(owner)).username.split('@')[0]!
    await settled(page, '/ram/index', '子账号')
    await expect(page.getByText('从未登录')).toBeVisible()
    await expectAccessible(page, 'sub-accounts')
    await button(page, '创建子账号')
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByLabel('账号', { exact: true })).toBeFocused()
    await drawer.getByRole('button', { name: '创建', exact: true }).click()
    await expect(drawer.getByText('账号不能为空')).toBeVisible()
    await expectAccessible(page, 'a new sub-account, with errors')
    await over(page, 'a role beside it', () => button(page, '创建角色'), page.getByRole('dialog', { name: '创建角色' }))
    await page.keyboard.press('Escape')
    await expect(drawer).toHaveCount(0)
    await over(page, 'editing one', async () => {
      await button(page, `编辑 ${colleague}`)
      await expect(page.getByRole('table', { name: '该角色可以做什么' })).toBeVisible()
    })
    await over(page, 'its role', () => button(page, /^查看角色/))
    await over(page, 'deleting one', () => button(page, `删除 ${colleague}`))
    await over(page, 'operations of one', async () => {
      await button(page, `${colleague} 的操作日志`)
      await expect(page.getByText('所选时间内没有操作')).toBeVisible()
    })
    await over(page, "everybody's operations", async () => {
      await button(page, '全部操作日志')
      await expect(page.getByRole('dialog').getByText('登录控制台').first()).toBeVisible()
    })
  })

  test(`roles are accessible: ${name}`, async ({ signedIn, accounts }) => {
    const owner = await accounts.owner({ hardware: 1 })
    const page = await signedIn(owner, options)
    const network_number = await createNetwork(page, '总部网', { point: owner.hardware })
    const colleague = (await accounts.colleague(owner, { networks: [network_number] })).username.split('@')[0]!
    await settled(page, '/ram/role', '角色')
    await expect(page.getByText('组网 指定 1 个 仅查看')).toBeVisible()
    await expectAccessible(page, 'roles')
    await over(page, 'editing a role', async () => {
      await button(page, `编辑 ${colleague}`)
      await expect(page.getByRole('dialog').getByText('总部网')).toBeVisible()
    })
    await over(page, 'deleting a role', () => button(page, `删除 ${colleague}`))
    await button(page, '创建角色')
    const drawer = page.getByRole('dialog')
    await drawer.getByText('指定组网', { exact: true }).click()
    await drawer.getByRole('button', { name: '创建', exact: true }).click()
    await expect(drawer.getByText('请至少选择一个组网')).toBeVisible()
    await expectAccessible(page, 'a new role, with errors')
  })

  test(`access keys are accessible: ${name}`, async ({ signedIn, accounts }) => {
    const owner = await accounts.owner()
    await accounts.colleague(owner)
    const page = await signedIn(owner, options)
    await settled(page, '/ram/access_key', '访问密钥')
    await expect(page.getByText('还没有访问密钥')).toBeVisible()
    await expectAccessible(page, 'no access keys')
    await button(page, '创建访问密钥')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('名称')).toBeFocused()
    await dialog.getByRole('button', { name: '创建', exact: true }).click()
    await expect(dialog.getByText('请选择角色').last()).toBeVisible()
    await expectAccessible(page, 'a new key, with errors')
    await dialog.getByLabel('名称').fill('巡检脚本')
    await dialog.getByRole('combobox', { name: '角色' }).click()
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: '创建', exact: true }).click()
    await expect(page.getByRole('dialog', { name: '身份验证' }).getByLabel('短信验证码')).toBeVisible()
    await expectAccessible(page, 'a proof of identity')
    await proveInDialog(page, owner)
    await expect(page.getByText('密钥只在此时显示一次，请立即复制并妥善保管')).toBeVisible()
    await expectAccessible(page, 'a key, shown once')
    await button(page, '我已保存，关闭')
    await expect(dialog).toHaveCount(0)
    await expectAccessible(page, 'access keys')
    await over(page, 'deleting a key', () => button(page, '删除 巡检脚本'))
  })
}
