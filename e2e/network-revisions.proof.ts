import { readFile } from 'node:fs/promises'
import { settled } from './axe.ts'
import { aNetwork, anOwner, detail, draftThree, drawer } from './network-panels.ts'
import { callApi } from './sessions.ts'
import { expect, test } from './test.ts'

test('a draft that a newer revision overtook is previewed again on top of it', async ({ signedIn, accounts }) => {
  const owner = await anOwner(accounts)
  const page = await signedIn(owner)
  const { network_number, point } = await aNetwork(page, owner)
  await draftThree(page, network_number, point)
  // The page must not hear of the newer revision before the draft is applied.
  await page.route('**/network/status*', (route) => route.abort())
  await page.getByRole('button', { name: '预览并应用' }).click()
  await expect(drawer(page).getByText('DNS 由无改为 223.5.5.5', { exact: true })).toBeVisible()
  await callApi(page, 'network/changes', { network_number, changes: [{ call: 'dns', input: { dns: ['1.1.1.1'] } }] })
  await drawer(page).getByRole('button', { name: '应用', exact: true }).click()
  await expect(drawer(page).getByText('组网已有新的修改，已按最新版本重新预览')).toBeVisible()
  await expect(drawer(page).getByText('DNS 由 1.1.1.1 改为 223.5.5.5', { exact: true })).toBeVisible()
  await drawer(page).getByRole('button', { name: '应用', exact: true }).click()
  await expect(page.getByText(/^草稿/)).toHaveCount(0)
  const { revision } = await callApi<{ revision: number }>(page, `network/info?network_number=${network_number}`)
  expect(revision).toBe(3)
})

test('the files of a member are shown and downloaded', async ({ signedIn, accounts }) => {
  const owner = await anOwner(accounts)
  const page = await signedIn(owner)
  const { network_number, one } = await aNetwork(page, owner)
  await settled(page, detail(network_number, `&node=${one}`), '总部—门店')
  await page.getByRole('button', { name: '配置预览' }).click()
  const path = (await drawer(page).getByRole('list', { name: '文件' }).getByRole('button').first().textContent()) ?? ''
  const shown = await drawer(page).locator('pre').textContent()
  const [file] = await Promise.all([page.waitForEvent('download'), drawer(page).getByRole('button', { name: '下载' }).click()])
  expect(file.suggestedFilename()).toBe(path.split('/').at(-1))
  expect(await readFile(await file.path(), 'utf8')).toBe(shown)
})

test('a draft of three changes is previewed in words, applied as one revision, shown in the history, and undone', async ({
  signedIn,
  accounts,
}) => {
  const owner = await anOwner(accounts)
  const page = await signedIn(owner)
  const { network_number, point } = await aNetwork(page, owner)
  await draftThree(page, network_number, point)

  await page.getByRole('button', { name: '预览并应用' }).click()
  await expect(drawer(page).getByText('DNS 由无改为 223.5.5.5', { exact: true })).toBeVisible()
  await expect(drawer(page).getByText(`${owner.names[point]} 的路由前缀：新增 10.20.0.0/16`, { exact: true })).toBeVisible()
  await expect(drawer(page).getByText(new RegExp(`^关闭 ${owner.names[point]} 到 .* 的链路$`))).toBeVisible()
  await expect(drawer(page).getByRole('list', { name: '影响' }).getByRole('listitem').first()).toContainText(/\d+ 个成员/)
  await drawer(page).getByRole('button', { name: '应用', exact: true }).click()
  await expect(page.getByText(/^草稿/)).toHaveCount(0)

  await page.getByRole('button', { name: '更多操作', exact: true }).click()
  await page.getByRole('menuitem', { name: '版本历史' }).click()
  const second = drawer(page).getByRole('listitem', { name: '版本 2' })
  await expect(second.getByText('当前版本')).toBeVisible()
  await expect(second.getByText(/^0\/\d 已生效$/)).toBeVisible()
  await expect(second.getByText(owner.username)).toBeVisible()
  await second.getByText('变更明细（3 项）').click()
  await expect(second.getByRole('row', { name: /^DNS/ })).toContainText('无223.5.5.5')

  const first = drawer(page).getByRole('listitem', { name: '版本 1' })
  await expect(first.getByText('已被替代')).toBeVisible()
  await first.getByRole('button', { name: '恢复到此版本：版本 1' }).click()
  const question = page.getByRole('dialog', { name: '恢复到版本 1' })
  await expect(question.getByText('DNS 由 223.5.5.5 改为无')).toBeVisible()
  await question.getByRole('button', { name: '恢复', exact: true }).click()
  await expect(drawer(page).getByRole('listitem', { name: '版本 3' }).getByText('恢复到版本 1')).toBeVisible()
  const { network_dns } = await callApi<{ network_dns: string[] }>(page, `network/info?network_number=${network_number}`)
  expect(network_dns).toEqual([])
})
