import { opsContract } from '@weft/contract'
import { expectAccessible } from './axe.ts'
import { expect, test } from './desk.ts'
import { openOperator } from './operators.ts'

test('documents are dragged below another, and moved among their siblings with the keyboard', async ({ desk, accounts, server }) => {
  const page = await desk('support')
  const operator = await openOperator(page, server, accounts)
  const root = await operator.document('拖动')
  const [first, second, third] = [
    await operator.document('甲篇', root.id),
    await operator.document('乙篇', root.id),
    await operator.document('丙篇', root.id),
  ]
  const node = (title: string) => page.getByRole('navigation', { name: '文档目录' }).getByTitle(title, { exact: true })
  const moved = async (act: () => Promise<void>) => {
    const asked = page.waitForRequest((request) => request.url().endsWith(opsContract.documents.move.path))
    await act()
    await expect(page.getByText('移动成功').last()).toBeVisible()
    return (await asked).postDataJSON() as unknown
  }

  await page.goto(`/documents?id=${first.id}`)
  await expect(page.getByLabel('标题', { exact: true })).toHaveValue('甲篇')
  // Dropped to the right of where it was taken, it becomes a child.
  const aside = { sourcePosition: { x: 5, y: 12 }, targetPosition: { x: 90, y: 12 } }
  expect(await moved(() => node('甲篇').dragTo(node('乙篇'), aside))).toEqual({ id: first.id, parent_id: second.id, position: 0 })
  await expectAccessible(page, 'documents')

  await page.goto(`/documents?id=${third.id}`)
  await page.getByRole('button', { name: /^上\s*移$/ }).focus()
  expect(await moved(() => page.keyboard.press('Enter'))).toEqual({ id: third.id, parent_id: root.id, position: 0 })
  await expect(page.getByRole('button', { name: /^上\s*移$/ })).toBeDisabled()
  for (const { id } of [first, second, third, root]) await operator.deleteDocument(id)
})
