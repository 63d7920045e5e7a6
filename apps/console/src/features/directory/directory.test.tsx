// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { contract, type DirectoryCheck, type DirectorySynced, type SavedDirectory } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, describe, expect, it } from 'vitest'
import { aMemberSummary, anAccount, anAuth } from '../../../test/data.ts'
import { findDialog, press } from '@weft/ui/testing/find-button.ts'
import { user } from '@weft/ui/testing/user.ts'
import { type StubServer, stubServer } from '../../../test/stub-server.ts'
import { LdapEditPage } from './LdapEditPage.tsx'
import { LdapPage } from './LdapPage.tsx'

const { directory } = contract
const HASH = 'a'.repeat(64)

const aDirectory = (change: Partial<SavedDirectory> = {}): SavedDirectory => ({
  mode: 'public',
  router_name: null,
  router_note: null,
  domain: 'example.com',
  host: 'ldap.example.com',
  port: 636,
  base_dn: 'dc=example,dc=com',
  use_ssl: 1,
  use_tls: 0,
  ca_id: '7b4a9a52-5b0f-4d0f-9d4e-3f0a4b0c1d2e',
  file_name: 'ca.pem',
  username: 'cn=admin',
  password: '********',
  type: 1,
  network_number: null,
  network_name: null,
  sync_mode: 1,
  update_time: 1_790_000_000,
  create_time: 1_790_000_000,
  status: 1,
  ...change,
})
const passed: DirectoryCheck = {
  ok: 1,
  steps: [{ step: 'reach', ok: 1, msg: '' }],
  sample: [{ username: 'lisi', description: '李四' }],
}
const synced = (change: Partial<DirectorySynced> = {}): DirectorySynced => ({
  imported: 0,
  added: 2,
  changed: 0,
  disabled: 0,
  enabled: 0,
  not_fit: 0,
  refused: 0,
  queued: 0,
  rows: [{ kind: 'add', username: 'lisi', before: null }],
  ...change,
})

let server: StubServer
beforeEach(() => {
  localStorage.clear()
  server = stubServer()
  server.on(contract.account.info, anAccount())
  server.on(contract.network.select, [{ network_number: '1000000001', network_name: '总部' }])
  server.on(directory.config, { enable: 1, data: aDirectory(), notice: '' })
  server.on(directory.sync_status, {
    count: 3,
    service: { status: 1, update_time: 1_790_000_000, cycle: 30, operation_hours: 1.5, message: '新增 2 个', running: 0, progress: null },
  })
  const row = { description: '', verify: false, disabled: 0 as const, reason: null }
  server.on(directory.user, {
    data: [
      { ...row, uuid: 'u1', username: 'lisi', exist: false },
      { ...row, uuid: 'u2', username: 'zhangsan', exist: true, verify: true },
      { ...row, uuid: 'u3', username: 'x', exist: false, reason: '用户名须为 3–18 位字母、数字、下划线或点' },
    ],
    count: 3,
    hash: HASH,
    snapshot_time: 1_790_000_000,
  })
})

describe('the directory page', () => {
  const open = (address = '/router/ldap') => openPage(<LdapPage />, address)

  it('explains the use of a directory if there is none, and offers to begin to a login that may', async () => {
    server.on(directory.config, { enable: 0, data: null, notice: '' })
    open()
    expect(await screen.findByText('用企业目录管理软件成员')).toBeTruthy()
    expect(screen.getByRole('link', { name: '开始配置' }).getAttribute('href')).toBe('/router/ldap_edit')
  })

  it('offers no way to begin to a login that may only view', async () => {
    server.on(contract.account.info, anAccount({ ram: 1, auth: { ...anAuth(), directory: { view: 1, edit: 0 } } }))
    server.on(directory.config, { enable: 0, data: null, notice: '' })
    open()
    await screen.findByText('用企业目录管理软件成员')
    expect(screen.queryByRole('link', { name: '开始配置' })).toBeNull()
  })

  it('shows the state of the service, and offers no manual synchronisation if it is automatic', async () => {
    server.on(directory.config, { enable: 1, data: aDirectory({ sync_mode: 2 }), notice: 'CA 证书即将到期或已过期，请及时更换' })
    open()
    expect(await screen.findByText('服务运行中')).toBeTruthy()
    expect(screen.getByText('CA 证书即将到期或已过期，请及时更换')).toBeTruthy()
    expect(await screen.findByText('30 分钟')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '同步用户' })).toBeNull()
  })

  it('shows what a synchronisation would change before it runs', async () => {
    server.on(directory.sync, ({ dry_run }) => synced(dry_run === 1 ? {} : { imported: 2 }))
    open()
    await press('同步用户')
    const dialog = await findDialog('同步用户')
    expect(await screen.findByText('将导入 2 个用户，预计占用 2 个软件成员名额')).toBeTruthy()
    expect(server.asked(directory.user)).toContainEqual({ refresh: '1', limit: '1' })
    await press('同步', dialog)
    expect(await screen.findByText('同步成功，导入 2 个用户')).toBeTruthy()
    expect(server.asked(directory.sync)).toEqual([{ hash: HASH, dry_run: 1 }, { hash: HASH }])
  })

  it('says that a large synchronisation goes on, and where it is followed, and not that it is done', async () => {
    server.on(directory.sync, () => synced({ queued: 1 }))
    open()
    await press('同步用户')
    const dialog = await findDialog('同步用户')
    await screen.findByText('将导入 2 个用户，预计占用 2 个软件成员名额')
    await press('同步', dialog)
    const said = await screen.findByText('用户较多，正在后台同步，可在 LDAP 目录的概览中查看进度')
    expect(said.closest('.weft-toast-info')).toBeTruthy()
  })

  it('names the member through which the directory is reached, and reports that it is offline', async () => {
    const notice = '硬件成员 SN1 当前离线，目录暂时无法访问，成员无法使用目录密码登录'
    server.on(directory.config, { enable: 1, data: aDirectory({ mode: 'private', router_name: 'SN1' }), notice })
    open()
    expect(await screen.findByText(notice)).toBeTruthy()
    expect(screen.getByText('内网（经硬件成员访问）')).toBeTruthy()
    expect(screen.getByText('接入成员')).toBeTruthy()
  })

  it('says why a synchronisation was stopped', async () => {
    server.on(directory.sync, () => synced({ added: 0, disabled: 3, rows: [] }))
    open()
    await press('同步用户')
    const dialog = await findDialog('同步用户')
    await screen.findByText('3 个成员将被停用并立即下线')
    server.refuse(directory.sync, 403, '目录用户由 3 个减少到 0 个，已停止同步，请确认目录无误后重启同步服务')
    await press('同步', dialog)
    expect(await screen.findByText('目录用户由 3 个减少到 0 个，已停止同步，请确认目录无误后重启同步服务')).toBeTruthy()
  })

  it('imports users by the snapshot shown, refuses those with invalid names, and reports an outdated snapshot', async () => {
    server.on(directory.import, { router_name: 'lisi@20000001' })
    open('/router/ldap?tab=users')
    await press('导入 lisi')
    expect(await screen.findByText('已导入 lisi@20000001')).toBeTruthy()
    expect(server.asked(directory.import)).toEqual([{ hash: HASH, uuid: 'u1' }])
    expect(screen.getByText('用户名须为 3–18 位字母、数字、下划线或点')).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '导入 x' }).disabled).toBe(true)
    server.refuse(directory.import, 409, '目录已变化，请刷新后重试')
    await press('导入 lisi')
    expect(await screen.findByText('目录已变化，请刷新后重试')).toBeTruthy()
  })

  it.each(['users', 'import'])('steps back from a page of %s that has become empty to the last one', async (tab) => {
    const all = Array.from({ length: 11 }, (_, at) => ({
      uuid: `u${at}`,
      username: `user${at}`,
      description: '',
      exist: false,
      verify: false,
      disabled: 0 as const,
      reason: null,
    }))
    server.on(directory.user, ({ page }) => {
      const from = (Number(page) - 1) * 10
      return { data: all.slice(from, from + 10), count: all.length, hash: HASH, snapshot_time: 1_790_000_000 }
    })
    const { address } = open(`/router/ldap?tab=${tab}&page=9`)
    expect(await screen.findByText('user10')).toBeTruthy()
    expect(address()).toBe(`/router/ldap?tab=${tab}&page=2`)
  })

  it('closes the directory only after its phrase is typed', async () => {
    server.on(directory.delete, { removed: 3 })
    open()
    await user.click(await screen.findByRole('button', { name: '更多操作' }))
    await user.click(await screen.findByText('关闭接入'))
    const dialog = await findDialog('关闭接入')
    expect(await screen.findByText('关闭后，通过目录导入的 3 个软件成员将全部删除并立即下线')).toBeTruthy()
    await user.type(screen.getByPlaceholderText('关闭接入'), '关闭接入')
    await press('关闭接入', dialog)
    expect(await screen.findByText('关闭成功')).toBeTruthy()
  })
})

describe('the directory form', () => {
  const open = () => openPage(<LdapEditPage />, '/router/ldap_edit')
  const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })

  it('is checked first, saved as it was checked, and checked again after any change', async () => {
    server.on(directory.check, passed)
    server.on(directory.save, null)
    open()
    await press('检测配置')
    expect(await screen.findByText('检测通过，可以保存')).toBeTruthy()
    fireEvent.change(await field('域名'), { target: { value: 'Example.ORG' } })
    expect(await screen.findByText('配置已修改，请重新检测')).toBeTruthy()
    await press('检测配置')
    await press('保存配置')
    expect(await screen.findByText('保存成功')).toBeTruthy()
    const [first, second] = server.asked(directory.check)
    expect(first).toMatchObject({ password: '********', use_ssl: 1, port: '636' })
    expect(second).toMatchObject({ domain: 'example.org' })
    expect(server.asked(directory.save)).toEqual([second])
  })

  it('leads to the first wrong field', async () => {
    server.on(directory.config, { enable: 0, data: null, notice: '' })
    open()
    await press('检测配置')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('域名')))
  })

  it('asks for the password again as soon as it would be sent elsewhere', async () => {
    open()
    fireEvent.change(await field('服务器地址'), { target: { value: 'other.example.com' } })
    await press('检测配置')
    expect((await screen.findAllByText('密码不能为空')).length).toBeGreaterThan(0)
    expect(server.asked(directory.check)).toEqual([])
  })

  const choose = async (name: RegExp) => {
    await user.click(await screen.findByRole('combobox', { name: '硬件成员' }))
    await user.click(await screen.findByText(name, { selector: '.directory-router *' }))
  }

  it('asks for the hardware member in the private mode, and for the password again with another one', async () => {
    const rows = ['SN1', 'SN2'].map((router_name) => aMemberSummary({ router_name }))
    server.on(contract.router.list, { rows, count: 2 })
    server.on(directory.check, passed)
    open()
    await user.click(await screen.findByRole('radio', { name: '内网（经硬件成员访问）' }))
    expect(screen.getByText(/不验证域名/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: '验证域名' })).toBeNull()
    await user.type(await screen.findByLabelText('密码'), 'directory-secret')
    await press('检测配置')
    expect((await screen.findAllByText('请选择硬件成员')).length).toBeGreaterThan(0)
    expect(server.asked(directory.check)).toEqual([])
    await choose(/^SN2$/)
    await press('检测配置')
    expect(await screen.findByText('检测通过，可以保存')).toBeTruthy()
    expect(server.asked(directory.check)).toMatchObject([{ mode: 'private', router_name: 'SN2', password: 'directory-secret' }])
  })

  it('starts with the member that reaches the directory, and keeps the password as long as that member is used', async () => {
    server.on(contract.router.list, { rows: [], count: 0 })
    server.on(directory.config, { enable: 1, data: aDirectory({ mode: 'private', router_name: 'SN1' }), notice: '' })
    server.on(directory.check, {
      ok: 0,
      steps: [{ step: 'router', ok: 0, msg: '硬件成员 SN1 当前离线，请先让它上线，或更换硬件成员' }],
      sample: [],
    })
    open()
    await press('检测配置')
    expect(await screen.findByText('硬件成员：硬件成员 SN1 当前离线，请先让它上线，或更换硬件成员')).toBeTruthy()
    expect(server.asked(directory.check)).toMatchObject([{ mode: 'private', router_name: 'SN1', password: '********' }])
    await user.click(screen.getByRole('radio', { name: '公网' }))
    await press('检测配置')
    expect((await screen.findAllByText('密码不能为空')).length).toBeGreaterThan(0)
  })

  it('says what is to be known of a step that succeeded', async () => {
    server.on(directory.check, { ...passed, steps: [{ step: 'users', ok: 1, msg: '最先读取的 5 个用户中有 2 个没有唯一标识，不能导入' }] })
    open()
    await press('检测配置')
    expect(await screen.findByText('读取用户：最先读取的 5 个用户中有 2 个没有唯一标识，不能导入')).toBeTruthy()
  })

  it('shows step by step how far a check came', async () => {
    server.on(directory.check, {
      ok: 0,
      steps: [
        { step: 'reach', ok: 1, msg: '' },
        { step: 'bind', ok: 0, msg: '绑定账号或密码错误' },
      ],
      sample: [],
    })
    open()
    await press('检测配置')
    expect(await screen.findByText('检测未通过')).toBeTruthy()
    expect(screen.getByText('绑定账号：绑定账号或密码错误')).toBeTruthy()
    expect(await screen.findByRole('button', { name: '检测配置' })).toBeTruthy()
  })

  it('offers the file that proves a domain', async () => {
    server.refuse(directory.verify_domain, 423, '请下载验证文件并放到域名根目录')
    open()
    await field('域名')
    await press('验证域名')
    expect(await screen.findByText('请下载验证文件并放到域名根目录')).toBeTruthy()
    server.on(directory.verify_domain, null)
    await press('重新验证')
    expect(await screen.findByText('已验证')).toBeTruthy()
  })

  it('offers the file if a check finds the domain unproved, and keeps the input', async () => {
    server.refuse(directory.check, 423, '请下载验证文件并放到域名根目录')
    open()
    const domain = await field('域名')
    const typed = domain.value
    await press('检测配置')
    expect(await screen.findByText('请下载验证文件并放到域名根目录')).toBeTruthy()
    expect(await screen.findByRole('button', { name: '重新验证' })).toBeTruthy()
    expect(domain.value).toBe(typed)
  })

  it('accepts only certificates', async () => {
    open()
    await field('域名')
    const picker = document.querySelector('input[type=file]')!
    fireEvent.change(picker, { target: { files: [new File(['x'], 'ca.txt')] } })
    expect(await screen.findByText('仅支持 cert、crt、cer、pem 格式')).toBeTruthy()
    server.on(directory.upload, { ca_id: 'c1', file_name: 'new.pem', subject: '根证书', not_after: 1_890_000_000 })
    fireEvent.change(picker, { target: { files: [new File(['x'], 'new.pem')] } })
    expect(await screen.findByText('new.pem')).toBeTruthy()
    await waitFor(() => expect(screen.queryByText('仅支持 cert、crt、cer、pem 格式')).toBeNull())
  })
})
