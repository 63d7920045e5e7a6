import { expectAccessible, looks, settled } from './axe.ts'
import { expect, test } from './test.ts'
import { node, withBranches } from './topology.ts'

for (const { name, options } of looks)
  test(`the topology is accessible: ${name}`, async ({ signedIn, accounts }) => {
    const { page, number, owner } = await withBranches(accounts, signedIn, 30, options)
    await expectAccessible(page, 'groups')
    await node(page, /^分组 上海/).press('Enter')
    await expectAccessible(page, 'an open group')
    await settled(page, `/network/detail?network_number=${number}&look=topology&node=${owner.hardware[0]}`, '总部 <A&B>')
    await expect(page.getByRole('link', { name: /查看成员详情/ })).toBeVisible()
    await expectAccessible(page, 'a member')
    await settled(page, `/network/detail?network_number=${number}&look=list`, '总部 <A&B>')
    await expectAccessible(page, 'the list')
  })
