// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { type DeskAnnouncement, opsContract } from '@weft/contract'
import { findDialog, press } from '@weft/ui/testing/find-button.ts'
import { user } from '@weft/ui/testing/user.ts'
import { type StubServer, stubServer } from '@weft/ui/testing/stub-server.ts'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it } from 'vitest'
import { AnnouncementCreatePage, AnnouncementEditPage } from './AnnouncementEditPage.tsx'
import { AnnouncementListPage } from './AnnouncementListPage.tsx'

const { announcements, session } = opsContract
const one: DeskAnnouncement = {
  id: '1',
  title: '骨干网升级',
  tag: '维护，骨干网,',
  release_time: 1_700_000_000,
  link: null,
  state: 'released',
  end_time: null,
  operator_name: 'wang',
  update_time: 1_700_000_000,
  readers: 12,
  reader_accounts: 5,
}
let server: StubServer
let rows: DeskAnnouncement[]
beforeEach(() => {
  localStorage.clear()
  server = stubServer()
  rows = [one, { ...one, id: '2', title: '新版发布', tag: '', state: 'planned', release_time: 4_000_000_000 }]
  server.on(session.info, { username: 'desk', role: 'support', totp: 0 })
  server.on(announcements.list, () => ({ rows, count: rows.length }))
  server.on(announcements.info, { ...one, content: '<p>正文</p>', version: 3 })
})

it('the list marks each announcement as published or pending, and deletes one only after a confirmation', async () => {
  server.on(announcements.delete, ({ id }) => {
    rows = rows.filter((row) => row.id !== id)
    return null
  })
  openPage(<AnnouncementListPage />)
  expect(await screen.findByText('已发布')).toBeTruthy()
  expect(screen.getByText('待发布')).toBeTruthy()
  expect(screen.getByText('12 人（5 个账号）')).toBeTruthy()
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
    expect(server.asked(announcements.edit)).toMatchObject([
      { id: '1', title: '骨干网升级完成', content: '<p>正文</p>', save: 'now', version: 3 },
    ]),
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

it('a released announcement is taken down after a confirmation that names it', async () => {
  server.on(announcements.end, null)
  openPage(<AnnouncementListPage />)
  await press('下线 骨干网升级')
  const dialog = await findDialog('下线公告')
  expect(dialog.textContent).toContain('公告「骨干网升级」将立即从所有客户的公告列表中消失')
  await press('下线', dialog)
  expect(await screen.findByText('公告已下线')).toBeTruthy()
  expect(server.asked(announcements.end)).toEqual([{ id: '1' }])
  expect(screen.queryByRole('button', { name: '下线 新版发布' })).toBeNull()
})

it('a text is kept as a draft, and shown as customers will see it before it is published', async () => {
  server.on(announcements.create, { id: '3' })
  openPage(<AnnouncementCreatePage />, '/announcements/create', '/announcements/create')
  await user.type(await screen.findByLabelText('标题'), '割接通知')
  await user.type(screen.getByLabelText('标签'), '维护,夜间')
  await user.type(screen.getByLabelText('内容'), '<p>今晚<strong>割接</strong></p>')
  await press('预览')
  const preview = within(await findDialog('预览'))
  expect(preview.getAllByText('割接通知')).toHaveLength(2)
  expect(preview.getByText('割接').tagName).toBe('STRONG')
  await press('关闭', (await findDialog('预览')).querySelector('.ant-modal-footer')!)
  await press('存为草稿')
  await waitFor(() => expect(server.asked(announcements.create)).toMatchObject([{ title: '割接通知', save: 'draft', release_time: null }]))
})

it('a planned announcement needs its time, and a refused time is shown at its field', async () => {
  openPage(<AnnouncementCreatePage />, '/announcements/create', '/announcements/create')
  await user.type(await screen.findByLabelText('标题'), '割接通知')
  await user.type(screen.getByLabelText('内容'), '今晚')
  await user.click(screen.getByRole('radio', { name: '定时发布' }))
  await press('定时发布')
  expect(await screen.findByText('请选择发布时间', { selector: '.ant-form-item-explain-error' })).toBeTruthy()
  expect(server.asked(announcements.create)).toEqual([])
})

it('after a change of a colleague nothing that was typed is lost, and the writer decides which text stays', async () => {
  server.refuse(announcements.edit, 409, '内容已被他人修改，请刷新后重试')
  const { address } = openPage(<AnnouncementEditPage />, '/announcements/edit?id=1', '/announcements/edit')
  await user.type(await screen.findByLabelText('标题'), '完成')
  server.on(announcements.info, { ...one, title: '骨干网割接', operator_name: 'li', content: '<p>新</p>', version: 4 })
  await press('保存')
  expect(await screen.findByText('li已修改这条公告，您填写的内容没有丢失')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('标题').value).toBe('骨干网升级完成')
  server.on(announcements.edit, null)
  await press('保留我的内容，再次保存时覆盖')
  await press('保存')
  await waitFor(() => expect(server.asked(announcements.edit).at(-1)).toMatchObject({ title: '骨干网升级完成', version: 4 }))
  await waitFor(() => expect(address()).toBe('/announcements'))
})
