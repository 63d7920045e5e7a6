import { aNetwork, drawer, info, openPanel, press, saved } from './network-panels.ts'
import { createNetwork } from './sessions.ts'
import { expect, test } from './test.ts'

test('a segment that another network uses is refused during typing, and a free one is offered', async ({ signedIn, accounts }) => {
  const owner = await accounts.owner({ hardware: 5, services: { network_center: 1, network_member: 5 } })
  const page = await signedIn(owner)
  const { network_number, one } = await aNetwork(page, owner)
  const fifth = owner.hardware[4]!
  const other = await createNetwork(page, 'ERP 专网', { center: [fifth] })
  const { gateway } = (await info(page, other)).member[0]!
  const { gateway: theirs, mask } = gateway!.router

  await openPanel(page, network_number, 'center_segments', one)
  await drawer(page).getByLabel('网段', { exact: true }).first().fill(theirs)
  await expect(drawer(page).getByText(`与组网「ERP 专网」中心 ${fifth} 的硬件互联网段的 ${theirs}/${mask} 重叠`)).toBeVisible()
  await drawer(page)
    .getByRole('button', { name: /^使用空闲网段/ })
    .click()
  await press(page, '保存')
  await saved(page)
})
