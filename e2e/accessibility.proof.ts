import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import type { Owner } from './accounts.ts'
import { button, expectAccessible, looks, over, settled } from './axe.ts'
import { proveInDialog } from './identity.ts'
import { awaitLetter, texted } from './outbox.ts'
import { createNetwork, SignInPage } from './sessions.ts'
import { expect, test } from './test.ts'

async function withNetwork(page: Page, { hardware, software }: Owner): Promise<string> {
  return createNetwork(page, '总部—门店', { center: hardware.slice(0, 1), point: [...hardware.slice(1, 4), ...software.slice(0, 1)] })
}

const PIXEL = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
const richText = `<h2>影响范围</h2><p>见<a href="/handbook">帮助文档</a>和<a href="https://example.com/">状态页</a>，命令是 <code>ip route</code>。</p>
  <ul><li>一</li><li><strong>二</strong></li></ul><blockquote><p>请提前安排。</p></blockquote><pre><code>ping 10.0.0.1</code></pre>
  <table><thead><tr><th>成员</th><th>状态</th></tr></thead><tbody><tr><td>HQ</td><td>已生效</td></tr></tbody></table>
  <p><img src="${PIXEL}" width="320" height="120"></p>`

for (const { name, options } of looks) {
  const narrow = (options.viewport?.width ?? 0) < 992

  test(`public pages are accessible: ${name}`, async ({ visitor }) => {
    const page = await (await visitor(options)).newPage()
    await settled(page, '/login', '登录')
    await expect(page.getByAltText('图形验证码图片')).toBeVisible()
    await expectAccessible(page, 'sign-in')
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await expect(page.getByText('用户名不能为空').first()).toBeVisible()
    await expectAccessible(page, 'sign-in with errors')
    await button(page, '看不清图片？改用计算验证')
    await expect(page.getByRole('progressbar')).toBeVisible()
    await expectAccessible(page, 'sign-in by work')
    await settled(page, '/404/index', '页面不存在')
    await expectAccessible(page, 'unknown address')
  })

  test(`registration and recovery are accessible: ${name}`, async ({ visitor, accounts }) => {
    const page = await (await visitor(options)).newPage()
    await settled(page, '/register', '注册账号')
    await expectAccessible(page, 'registration')
    await page.getByLabel('密码', { exact: true }).fill('Orchard7')
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: '注册', exact: true }).click()
    await expect(page.getByText('用户名不能为空').first()).toBeVisible()
    await expectAccessible(page, 'registration with errors')
    await page.getByRole('combobox', { name: '国家或地区区号' }).click()
    await page.keyboard.type('zg')
    await expect(page.getByText('中国香港')).toBeVisible()
    await expectAccessible(page, 'dial codes')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: '邮箱注册' }).click()
    await expectAccessible(page, 'registration by e-mail')

    const owner = await accounts.owner({ email: `a${Date.now()}${options.viewport?.width}@example.com` })
    const form = new SignInPage(page)
    await page.goto('/reset')
    await page.getByLabel('用户名 / 手机号 / 邮箱').fill(owner.username)
    await form.code.fill(await form.readPicture())
    await expectAccessible(page, 'recovery: account')
    await page.getByRole('button', { name: '下一步' }).click()
    const letter = await awaitLetter(page.request, texted(owner.phone!))
    await page.getByRole('button', { name: '获取验证码' }).click()
    await page.getByLabel('验证码', { exact: true }).fill(await letter.code())
    await expectAccessible(page, 'recovery: identity')
    await page.getByRole('button', { name: '下一步' }).click()
    await expect(page.getByLabel('新密码', { exact: true })).toBeFocused()
    await expectAccessible(page, 'recovery: password')
    await page.getByLabel('新密码', { exact: true }).fill('Orchard-2027')
    await page.getByLabel('确认新密码').fill('Orchard-2027')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: '密码已重置' })).toBeVisible()
    await expectAccessible(page, 'recovery: done')
    await settled(page, '/validate/email?s=spent', '验证信息')
    await expectAccessible(page, 'a link that proves an address')
    await page.getByRole('button', { name: '验证邮箱' }).click()
    await expect(page.getByText('验证链接无效或已过期')).toBeVisible()
    await expectAccessible(page, 'a link that proves nothing')
  })

  test(`the help and the legal texts are accessible: ${name}`, async ({ visitor }) => {
    const page = await (await visitor(options)).newPage()
    await settled(page, '/clause', '服务条款')
    await expectAccessible(page, 'terms')
    await settled(page, '/privacy', '隐私政策')
    await expectAccessible(page, 'privacy')
    await settled(page, '/handbook', '账号与登录')
    await expectAccessible(page, 'first document')
    if (narrow) await over(page, 'directory', () => button(page, '目录'))
    await page.getByRole('article').getByRole('link', { name: '登录控制台', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: '登录控制台' })).toBeFocused()
    await expectAccessible(page, 'article with pictures and tables')
    await over(page, 'picture', () => button(page, /登录页/))
    if (narrow) await button(page, '目录')
    await page.getByLabel('搜索文档').fill('验证码')
    await expect(page.getByRole('list', { name: '搜索结果' })).toBeVisible()
    await expectAccessible(page, 'search')
    await page.goto('/handbook?id=999999')
    await expect(page.getByText('文档不存在或已下线')).toBeVisible()
    await expectAccessible(page, 'no such document')
  })

  test(`the overview and the frame are accessible: ${name}`, async ({ signedIn, accounts }) => {
    const owner = await accounts.owner({ hardware: 2 })
    const page = await signedIn(owner, options)
    await settled(page, '/dashboard', '概览')
    await expect(page.getByText('已开通 2 台硬件')).toBeVisible()
    await expectAccessible(page, 'first steps')
    await over(page, 'palette', () => page.keyboard.press('Control+k'))
    await over(page, 'account menu', () => button(page, '林晓 的账号菜单'), page.getByRole('menu'))
    await over(page, 'theme menu', () => button(page, /^主题/), page.getByRole('menu'))
    await over(page, 'signing out', async () => {
      await button(page, '林晓 的账号菜单')
      await page.getByRole('menuitem', { name: '退出登录' }).click()
    })
    if (narrow) await over(page, 'navigation drawer', () => button(page, '打开菜单'))
    const colleague = await signedIn(await accounts.colleague(owner), options)
    await settled(colleague, '/network/create', '没有访问权限')
    await expectAccessible(colleague, 'no access')
  })

  test(`the list of networks is accessible: ${name}`, async ({ signedIn, accounts }) => {
    const owner = await accounts.owner({ hardware: 4, software: 1 })
    const page = await signedIn(owner, options)
    await settled(page, '/network/lists', '组网列表')
    await expect(page.getByText('还没有组网')).toBeVisible()
    await expectAccessible(page, 'empty list')
    await withNetwork(page, owner)
    await settled(page, '/network/lists', '组网列表')
    await expect(page.getByRole('link', { name: '总部—门店', exact: true })).toBeVisible()
    await expectAccessible(page, 'list')
    const ofRow = (action: string) => async () => {
      await button(page, '总部—门店 的更多操作')
      await page.getByRole('menuitem', { name: action }).click()
    }
    await over(page, 'renaming', ofRow('重命名'))
    await over(page, 'deleting', ofRow('删除'))
    await over(page, 'an upgrade that is unavailable', () => button(page, '升级：服务等级'))
    await over(page, 'more of a row', () => button(page, '总部—门店 的更多操作'), page.getByRole('menu'))
    if (narrow) await over(page, 'filters', () => button(page, '筛选'))
    else await over(page, 'column settings', () => button(page, '列设置'))
  })

  test(`the pages for creating and managing a network are accessible: ${name}`, async ({ signedIn, accounts }) => {
    const owner = await accounts.owner({ hardware: 8, software: 2 })
    const page = await signedIn(owner, options)
    await settled(page, '/network/create', '创建组网')
    await expect(page.getByRole('list', { name: '可选成员' }).getByRole('checkbox').first()).toBeVisible()
    await expectAccessible(page, 'creating')
    await page.getByRole('button', { name: '创建', exact: true }).click()
    await expectAccessible(page, 'creating, with an error')
    const number = await withNetwork(page, owner)
    await settled(page, `/network/edit?network_number=${number}`, '管理成员')
    await page.getByRole('button', { name: `移出 ${owner.names[owner.hardware[1]!]}` }).click()
    await expect(page.getByText('待移出')).toBeVisible()
    await expectAccessible(page, 'managing members')
    await over(page, 'asking before members are removed', () => page.getByRole('button', { name: '保存', exact: true }).click())
  })

  test(`the page of a network is accessible: ${name}`, async ({ signedIn, accounts }) => {
    const owner = await accounts.owner({ hardware: 6, software: 1 })
    const page = await signedIn(owner, options)
    const number = await withNetwork(page, owner)
    await settled(page, `/network/detail?network_number=${number}&tab=members`, '总部—门店')
    await expect(page.getByText('在线 0 / 5')).toBeVisible()
    await expectAccessible(page, 'members')
    await over(page, 'more', () => button(page, '更多'), page.getByRole('menu'))
    await over(page, 'adding a member', async () => {
      await button(page, '更多')
      await page.getByRole('menuitem', { name: '添加成员' }).click()
    })
    await over(page, 'removing a member', async () => {
      await button(page, `${owner.names[owner.hardware[1]!]} 的更多操作`)
      await page.getByRole('menuitem', { name: '移出', exact: true }).click()
    })
    await page.getByRole('tab', { name: /^链路 \d/ }).click()
    await expect(page.getByRole('tabpanel').getByText('中断').first()).toBeVisible()
    await expectAccessible(page, 'links')
  })

  test(`the account's pages are accessible: ${name}`, async ({ signedIn, accounts }) => {
    const page = await signedIn(await accounts.owner({ phone: null }), options)
    await settled(page, '/account', '账号主页')
    await expectAccessible(page, 'account')
    await over(page, 'binding a phone', () => button(page, '联系手机：绑定手机'))
    await over(page, 'binding an e-mail', () => button(page, '联系邮箱：绑定邮箱'))
    await over(page, 'suffix', () => button(page, '修改 账号后缀'))
    await settled(page, '/account/edit', '账号主页')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await expect(page.getByLabel('生日')).toHaveAccessibleDescription('生日不能为空')
    await expectAccessible(page, 'profile with errors')
    await page.getByLabel('生日').click()
    await expect(
      page
        .getByRole('button', { name: /今天|^\d{4}年$/ })
        .or(page.getByRole('table'))
        .first(),
    ).toBeVisible()
    await expectAccessible(page, 'calendar')
  })

  test(`the account's wizards are accessible: ${name}`, async ({ signedIn, accounts }) => {
    const owner = await accounts.owner()
    const page = await signedIn(owner, options)
    const bare = await signedIn(await accounts.owner({ phone: null }), options)
    await settled(bare, '/account/password', '修改密码')
    await expectAccessible(bare, 'password with nothing bound')
    await settled(bare, '/account/phone', '绑定手机号')
    await expectAccessible(bare, 'first phone')
    await settled(page, '/account/email', '绑定邮箱')
    await expectAccessible(page, 'first e-mail')
    await settled(page, '/account/password', '修改密码')
    const letter = await awaitLetter(page.request, texted(owner.phone!))
    await page.getByRole('button', { name: '获取验证码' }).click()
    await page.getByLabel('短信验证码').fill(await letter.code())
    await expectAccessible(page, 'proof of identity')
    await page.getByRole('button', { name: '下一步' }).click()
    await page.getByLabel('新密码', { exact: true }).fill('Another-2026')
    await expectAccessible(page, 'new password')
    await page.getByLabel('确认新密码').fill('Another-2026')
    await page.getByRole('button', { name: '提交' }).click()
    await expect(page.getByRole('heading', { name: '密码修改成功' })).toBeVisible()
    await expectAccessible(page, 'password changed')
  })

  test(`second factor and devices are accessible: ${name}`, async ({ signedIn, accounts }) => {
    const owner = await accounts.owner()
    await signedIn(owner, options)
    const page = await signedIn(owner, options)
    await settled(page, '/account/security', '账号主页')
    await expect(page.getByRole('list', { name: '登录设备' }).getByRole('listitem')).toHaveCount(2)
    await expectAccessible(page, 'devices')
    await over(page, 'ending a session', () => button(page, /^退出此设备/))
    await page.getByRole('button', { name: '开启' }).click()
    await proveInDialog(page, owner)
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('img', { name: /二维码/ })).toBeVisible()
    await expectAccessible(page, 'second factor')
    const secret = (await dialog.locator('.weft-mono').textContent())!.replaceAll(' ', '')
    await dialog.getByLabel('两步验证码').fill(new TOTP({ secret }).generate())
    await page.keyboard.press('Enter')
    await expect(page.getByRole('list', { name: '恢复码' })).toBeVisible()
    await expectAccessible(page, 'recovery codes')
    await page.getByLabel('我已保存恢复码').check()
    await page.getByRole('button', { name: '完成' }).click()
    await over(page, 'second factor off', () => button(page, '关闭'))

    const colleague = await signedIn(await accounts.colleague(owner), options)
    await settled(colleague, '/dashboard', '概览')
    await over(colleague, 'own password', async () => {
      await button(colleague, '陈浩 的账号菜单')
      await colleague.getByRole('menuitem', { name: '修改密码' }).click()
    })
  })

  test(`messages, services and announcements are accessible: ${name}`, async ({ signedIn, accounts, publications }) => {
    const owner = await accounts.owner()
    const page = await signedIn(owner, options)
    await settled(page, '/account/message', '我的消息')
    await expect(page.getByText('暂无消息')).toBeVisible()
    await expectAccessible(page, 'no messages')
    for (const title of ['组网配置已下发', '成员离线提醒']) await publications.message(owner.account_id, title, richText)
    const first = page.getByRole('button', { name: '成员离线提醒', exact: true })
    await expect(first).toBeVisible()
    await page.getByRole('checkbox', { name: '选择 成员离线提醒' }).check()
    await expectAccessible(page, 'messages, one chosen')
    await over(page, 'message', async () => {
      await first.click()
      await expect(page.getByRole('dialog').getByRole('heading', { name: '影响范围' })).toBeVisible()
    })
    await over(page, 'deleting chosen messages', () => page.getByRole('button', { name: '删除', exact: true }).first().click())
    await over(page, 'deleting one message', () => button(page, '删除 成员离线提醒'), page.getByRole('tooltip'))
    if (narrow)
      await over(page, 'actions for all', () => page.getByRole('button', { name: '更多', exact: true }).click(), page.getByRole('menu'))

    await settled(page, '/account/service', '我的服务')
    await expect(page.getByText('长期有效').first()).toBeVisible()
    await expectAccessible(page, 'services')

    const id = await publications.announcement({ title: '核心节点维护', tag: '维护,华东,重要,夜间', content: richText })
    await settled(page, '/account/announcements', '公告')
    await expect(page.getByRole('link', { name: '核心节点维护' }).first()).toBeVisible()
    await expectAccessible(page, 'announcements')
    await settled(page, `/account/announcements/detail?id=${id}`, '核心节点维护')
    await expectAccessible(page, 'announcement')
    await over(page, 'picture of an announcement', () => button(page, '查看大图：公告图片 1'))
    await page.goto('/account/announcements/detail?id=999999')
    await expect(page.getByText('公告不存在或已删除')).toBeVisible()
    await expectAccessible(page, 'announcement that is gone')
  })

  test(`client downloads are accessible: ${name}`, async ({ signedIn, accounts, publications }) => {
    const text = 'a package'
    await publications.package({ system: 'windows', version: '1.0.0', file_name: 'weft-1.exe', text })
    await publications.package({ system: 'windows', version: '1.1.0', file_name: 'weft-2.exe', text })
    await publications.package({ system: 'linux', kind: 'graph', platform: 'centos', version: '1.0.0', file_name: 'weft.rpm', text })
    await publications.package({ system: 'android', version: '1.0.0', file_name: 'weft.apk', text })
    const page = await signedIn(await accounts.owner(), options)
    await settled(page, '/download?system=windows', '客户端下载')
    await page
      .getByText(/^历史版本/)
      .first()
      .click()
    await expectAccessible(page, 'downloads')
    await settled(page, '/dashboard', '概览')
    await over(page, 'menu of the clients', () => button(page, '客户端下载'), page.getByRole('menu'))
  })
}
