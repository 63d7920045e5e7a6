import { writeFileSync } from 'node:fs'
import { ADMIN, anLdapServer, BASE, PEOPLE, person } from '../apps/server/test/ldap-server.ts'
import { lacks } from '../apps/server/test/lacks.ts'
import { expectAccessible, follow, over } from './axe.ts'
import { sharedServer } from './global-setup.ts'
import { lead } from './relay.ts'
import { startFleet } from './server.ts'
import { expect, test } from './test.ts'

test.skip(lacks('slapd'))

test('a directory is set up, synchronised and removed', async ({ signedIn, accounts }, testInfo) => {
  const { addresses, data_dir, directory_port: port } = sharedServer()
  const server = await anLdapServer()
  lead(data_dir, port, server.port)
  try {
    await server.add(['zhangsan', 'lisi', 'wang.wu'].map((name) => person(name)))
    const owner = await accounts.owner({ hardware: 1, services: { software_member: 20 } })
    await accounts.proveDomain(owner, 'example.com')
    const page = await signedIn(owner)

    await page.goto('/router/ldap')
    await expect(page.getByRole('heading', { name: '用企业目录管理软件成员' })).toBeVisible()
    await expectAccessible(page, 'the intro')
    await page.getByRole('link', { name: '开始配置' }).click()
    await page.getByRole('textbox', { name: '域名' }).fill('Example.com')
    await page.getByRole('textbox', { name: '服务器地址' }).fill('127.0.0.1')
    await page.getByRole('textbox', { name: '端口' }).fill(String(port))
    await page.getByRole('textbox', { name: 'Base DN' }).fill(BASE)
    await page.getByRole('textbox', { name: '绑定账号（DN）' }).fill(ADMIN.dn)
    await page.getByRole('textbox', { name: '密码' }).fill('wrong')
    await page.getByRole('button', { name: '检测配置' }).click()
    await expect(page.getByText('绑定账号：绑定账号或密码错误')).toBeVisible()
    await expectAccessible(page, 'the form with a failed check')
    await page.getByRole('textbox', { name: '密码' }).fill(ADMIN.password)
    await page.getByRole('button', { name: '检测配置' }).click()
    await expect(page.getByText('检测通过，可以保存')).toBeVisible()
    await page.getByRole('button', { name: '保存配置' }).click()
    await expect(page).toHaveURL(/\/router\/ldap$/)
    await expect(page.getByText('服务运行中')).toBeVisible()

    await page.getByRole('button', { name: '同步用户' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('将导入 3 个用户，预计占用 3 个软件成员名额')).toBeVisible()
    await expectAccessible(page, 'what a synchronisation would change')
    await dialog.getByRole('button', { name: '同步', exact: true }).click()
    await expect(page.getByText('同步成功，导入 3 个用户')).toBeVisible()
    await expectAccessible(page, 'the overview')
    await over(page, 'the kind of synchronisation', async () => {
      await page.getByRole('button', { name: '更多操作' }).click()
      await page.getByRole('menuitem', { name: '设置同步方式' }).click()
    })

    // A user leaves: the member is disabled, and the list of members links to the synchronised users.
    await server.remove(`uid=lisi,${PEOPLE}`)
    await page.goto('/router/ldap?tab=import')
    await page.getByRole('button', { name: '一键同步' }).click()
    await expect(dialog.getByText('1 个成员将被停用并立即下线')).toBeVisible()
    await dialog.getByRole('button', { name: '同步', exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await follow(page, '/router/lists?type=2')
    await expect(page.getByRole('row', { name: /lisi@/ }).getByText('已停用', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: '同步用户' })).toBeVisible()

    // The same directory is reached through a hardware member, which is offline at first.
    const [router] = owner.hardware
    await follow(page, '/router/ldap_edit?ldapType=edit')
    await page.getByRole('radio', { name: '内网（经硬件成员访问）' }).check()
    await page.getByRole('combobox', { name: '硬件成员' }).click()
    await page.locator('.directory-router').getByText(router!).click()
    await page.getByRole('textbox', { name: '密码' }).fill(ADMIN.password)
    await page.getByRole('button', { name: '检测配置' }).click()
    await expect(page.getByText(`硬件成员 ${router} 当前离线`)).toBeVisible()
    await expectAccessible(page, 'the form of the private mode')
    const members = testInfo.outputPath('fleet.jsonl')
    writeFileSync(members, await accounts.fleetMember(owner))
    const fleet = startFleet(addresses, members, { ldap_allow: `127.0.0.1:${port}` })
    try {
      await expect(async () => {
        await page.getByRole('button', { name: '检测配置' }).click()
        await expect(page.getByText('检测通过，可以保存')).toBeVisible({ timeout: 20_000 })
      }).toPass()
      await page.getByRole('button', { name: '保存配置' }).click()
      await expect(page).toHaveURL(/\/router\/ldap$/)
      await expect(page.getByText('内网（经硬件成员访问）')).toBeVisible()
      await page.goto('/router/ldap?tab=users')
      await expect(page.getByText('zhangsan', { exact: true })).toBeVisible()
    } finally {
      await fleet.stop()
    }

    await page.setViewportSize({ width: 390, height: 900 })
    await page.goto('/router/ldap?tab=users')
    await expect(page.getByText('zhangsan', { exact: true })).toBeVisible()
    await expectAccessible(page, 'the users, narrow')
    await follow(page, '/router/ldap_edit?ldapType=edit')
    await expect(page.getByRole('textbox', { name: 'Base DN' })).toHaveValue(BASE)
    await expectAccessible(page, 'the form, narrow')

    await follow(page, '/router/ldap')
    await page.getByRole('button', { name: '更多操作' }).click()
    await page.getByText('关闭接入').click()
    await expect(dialog.getByText('关闭后，通过目录导入的 3 个软件成员将全部删除并立即下线')).toBeVisible()
    await dialog.getByPlaceholder('关闭接入').fill('关闭接入')
    await dialog.getByRole('button', { name: '关闭接入', exact: true }).click()
    await expect(page.getByRole('heading', { name: '用企业目录管理软件成员' })).toBeVisible()
  } finally {
    await server.stop()
  }
})
