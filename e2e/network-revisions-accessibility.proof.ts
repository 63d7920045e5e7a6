import { expectAccessible, looks, settled } from './axe.ts'
import { aNetwork, anOwner, detail, draftThree, drawer } from './network-panels.ts'
import { expect, test } from './test.ts'

for (const { name, options } of looks) {
  test(`drafts and history are accessible: ${name}`, async ({ signedIn, accounts }) => {
    const owner = await anOwner(accounts)
    const page = await signedIn(owner, options)
    const { network_number, point, other } = await aNetwork(page, owner)
    await draftThree(page, network_number, point)
    await expectAccessible(page, 'the draft’s bar')
    await page.getByRole('button', { name: '预览并应用' }).click()
    await expect(drawer(page).getByText('DNS 由无改为 223.5.5.5', { exact: true })).toBeVisible()
    await expectAccessible(page, 'the draft’s preview')
    await drawer(page).getByRole('button', { name: '应用', exact: true }).click()
    await expect(page.getByText(/^草稿/)).toHaveCount(0)
    await accounts.refuses(owner, other, 'openvpn: Options error: bad route')
    await settled(page, detail(network_number, '&panel=history'), '总部—门店')
    await drawer(page).getByText('变更明细（3 项）').click()
    await expect(drawer(page).getByText('openvpn: Options error: bad route')).toBeVisible()
    await expectAccessible(page, 'the history')
    await drawer(page).getByRole('button', { name: '恢复到此版本：版本 1' }).click()
    await expect(page.getByRole('dialog', { name: '恢复到版本 1' }).getByText('DNS 由 223.5.5.5 改为无')).toBeVisible()
    await expectAccessible(page, 'the way back')
  })

  test(`files and panels of a member are accessible: ${name}`, async ({ signedIn, accounts }) => {
    const owner = await anOwner(accounts)
    const page = await signedIn(owner, options)
    const { network_number, one, point, other } = await aNetwork(page, owner)
    for (const [panel, node] of [
      ['preview', one],
      ['point_link', point],
      ['fr', undefined],
      ['fr_plan', undefined],
    ] as const) {
      await settled(page, detail(network_number, `&panel=${panel}${node ? `&node=${node}` : ''}`), '总部—门店')
      await expect(drawer(page)).toBeVisible()
      await expect(drawer(page).locator('.ant-skeleton')).toHaveCount(0)
      await expectAccessible(page, panel)
    }
    await settled(page, detail(network_number, `&node=${other}`), '总部—门店')
    await expect(drawer(page).getByRole('button', { name: '重新下发配置' })).toBeVisible()
    await expectAccessible(page, 'what can be set of a member')
  })
}
