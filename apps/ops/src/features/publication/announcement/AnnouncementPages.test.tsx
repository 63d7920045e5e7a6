// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { type Announcement, opsContract } from '@weft/contract'
import { press } from '@weft/ui/testing/find-button.ts'
import { user } from '@weft/ui/testing/user.ts'
import { type StubServer, stubServer } from '@weft/ui/testing/stub-server.ts'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it, vi } from 'vitest'
import { AnnouncementCreatePage, AnnouncementEditPage } from './AnnouncementEditPage.tsx'
import { AnnouncementListPage } from './AnnouncementListPage.tsx'

// The editor is tested in a real browser.
vi.mock('../editor/EditorField.tsx', () => ({
  EditorField: ({ value, onChange, label }: { value?: string; onChange?: (html: string) => void; label: string }) => (
    <textarea aria-label={label} defaultValue={value} onChange={(event) => onChange?.(event.target.value)} />
  ),
}))

const { announcements, session } = opsContract
const one: Announcement = { id: '1', title: '骨干网升级', tag: '维护，骨干网,', release_time: 1_700_000_000, link: null }
let server: StubServer
let rows: Announcement[]
beforeEach(() => {
  localStorage.clear()
  server = stubServer()
  rows = [one, { ...one, id: '2', title: '新版发布', tag: '', release_time: 4_000_000_000 }]
  server.on(session.info, { username: 'desk', role: 'support', totp: 0 })
  server.on(announcements.list, () => ({ rows, count: rows.length }))
  server.on(announcements.info, { ...one, content: '<p>正文</p>' })
})

it('the list marks each announcement as published or pending, and deletes one only after a confirmation', async () => {
  server.on(announcements.delete, ({ id }) => {
    rows = rows.filter((row) => row.id !== id)
    return null
  })
  openPage(<AnnouncementListPage />)
  expect(await screen.findByText('已发布')).toBeTruthy()
  expect(screen.getByText('待发布')).toBeTruthy()
  expect([...document.querySelectorAll('.ant-tag')].map((tag) => tag.textContent)).toEqual(['维护', '骨干网'])
  await press('删除 骨干网升级')
  const dialog = await screen.findByRole('dialog')
  expect(server.asked(announcements.delete)).toEqual([])
  await press('删除', dialog)
  await waitFor(() => expect(screen.queryByText('骨干网升级')).toBeNull())
  expect(server.asked(announcements.delete)).toEqual([{ id: '1' }])
})

it('an announcement is edited, and a link that does not lead to the web is refused', async () => {
  server.on(announcements.edit, null)
  const { address } = openPage(<AnnouncementEditPage />, '/announcements/edit?id=1', '/announcements/edit')
  await user.type(await screen.findByLabelText('标题'), '完成')
  await user.type(screen.getByLabelText('外部链接'), 'javascript:alert(1)')
  await press('保存')
  await waitFor(() => expect(document.querySelector('.ant-form-item-explain-error')).toBeTruthy())
  expect(server.asked(announcements.edit)).toEqual([])
  await user.clear(screen.getByLabelText('外部链接'))
  await press('保存')
  await waitFor(() =>
    expect(server.asked(announcements.edit)).toMatchObject([{ id: '1', title: '骨干网升级完成', content: '<p>正文</p>' }]),
  )
  await waitFor(() => expect(address()).toBe('/announcements'))
})

it('an announcement is written at an address of its own, and edited only if the address names it', async () => {
  const list = openPage(<AnnouncementListPage />)
  await press('发布公告')
  await waitFor(() => expect(list.address()).toBe('/announcements/create'))
  const { address } = openPage(<AnnouncementEditPage />, '/announcements/edit', '/announcements/edit')
  await waitFor(() => expect(address()).toBe('/announcements'))
})

it('the form keeps what was written if publishing is refused', async () => {
  server.refuse(announcements.create, 500, '服务器出错')
  openPage(<AnnouncementCreatePage />, '/announcements/create', '/announcements/create')
  await user.type(await screen.findByLabelText('标题'), '新公告')
  await user.type(screen.getByLabelText('内容'), '正文')
  await press('发布')
  await waitFor(() => expect(server.asked(announcements.create)).toHaveLength(1))
  expect(screen.getByLabelText<HTMLInputElement>('标题').value).toBe('新公告')
})
