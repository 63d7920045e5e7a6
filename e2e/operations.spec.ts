import { expectAccessible, follow, looks } from './axe.ts'
import { callApi } from './sessions.ts'
import { expect, test } from './test.ts'

const none = { create: 0, edit: 0, delete: 0 }

for (const { name, options } of looks)
  test(`an owner finds who changed what, with the values before and after: ${name}`, async ({ signedIn, accounts }) => {
    const page = await signedIn(await accounts.owner(), options)
    await page.goto('/dashboard')
    const auth = { easylink: { router: none, network: { ...none, networks: [] } }, monitor: none }
    const { id } = await callApi<{ id: string }>(page, 'ram_role/create', { name: '门店运维', note: '', auth })
    await callApi(page, 'ram_role/edit', { id, name: '门店值班', note: '', auth })
    await follow(page, '/logs/operations?area=role&action=edit_role')
    await page
      .getByText('变更前后：修改角色')
      .or(page.getByRole('button', { name: /^变更前后：修改角色/ }))
      .click()
    await expect(page.getByText('门店运维', { exact: true })).toBeVisible()
    await expect(page.getByText('门店值班', { exact: true })).toBeVisible()
    await expectAccessible(page, 'the operation log')
  })
