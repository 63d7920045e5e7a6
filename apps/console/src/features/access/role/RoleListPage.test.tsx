// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { contract, type Role } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it } from 'vitest'
import { aRole } from '../../../../test/access.ts'
import { findDialog, press } from '@weft/ui/testing/find-button.ts'
import { user } from '@weft/ui/testing/user.ts'
import { type StubServer, stubServer } from '../../../../test/stub-server.ts'
import { RoleListPage } from './RoleListPage.tsx'

let server: StubServer
let roles: Role[]
beforeEach(() => {
  localStorage.clear()
  server = stubServer()
  roles = [aRole()]
  server.on(contract.roles.lists, () => ({ rows: roles, count: roles.length }))
  server.on(contract.roles.info, ({ id }) => roles.find((role) => role.id === id)!)
  server.on(contract.roles.create, { id: '4' })
  server.on(contract.roles.edit, null)
  server.on(contract.network.select, [
    { network_number: '1000000001', network_name: '华东生产网' },
    { network_number: '1000000002', network_name: '门店网' },
  ])
})

const open = () => openPage(<RoleListPage />, '/ram/role')
const checkbox = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
/** Waits until the sentence in the drawer describes the chosen rights so: what is chosen reaches it a moment later. */
const sentenceIs = (wanted: unknown) => waitFor(() => expect(document.querySelector('.role-sentence')?.textContent).toEqual(wanted))
const noRights = { view: 1, create: 0, edit: 0, delete: 0 }
/** The end of the sentence about a new role: its rights to tickets, logs, services and the other areas. */
const OTHERS = '；可提交售后工单，可查看、处理全部售后工单；可查看日志、服务、SaaS 设备、LDAP 目录、客户端下载；不可查看操作日志'

it('the list shows the rights of each role as tags, with the number of its designated networks', async () => {
  open()
  const row = (await screen.findByText('夜班')).closest('tr')!
  for (const tag of ['成员 仅查看', '组网 指定 1 个 编辑', '监控 仅查看']) expect(row.textContent).toContain(tag)
})

it('the drawer creates a role from checked rights, and describes them in a sentence while they are chosen', async () => {
  roles = []
  open()
  await user.click((await screen.findAllByRole('button', { name: '创建角色' }))[0]!)
  const drawer = await findDialog('创建角色')
  await sentenceIs(`可查看全部成员；可查看全部组网；监控仅查看${OTHERS}`)
  expect(checkbox('成员 查看').checked).toBe(true)
  await user.click(checkbox('成员 编辑'))
  await user.click(checkbox('组网 创建'))
  await user.click(checkbox('监控 开启'))
  await sentenceIs(`可编辑全部成员；可创建组网；可开启监控${OTHERS}`)
  await press('创建', drawer)
  expect((await screen.findAllByText('角色名称不能为空')).length).toBeGreaterThan(0)
  expect(server.asked(contract.roles.create)).toEqual([])
  await user.type(screen.getByLabelText('角色名称'), '网管')
  await press('创建', drawer)
  expect(await screen.findByText('创建成功')).toBeTruthy()
  expect(server.asked(contract.roles.create)).toMatchObject([
    {
      name: '网管',
      note: '',
      auth: {
        easylink: { router: { ...noRights, edit: 1 }, network: { ...noRights, create: 1, confined: 0, networks: [] } },
        monitor: { ...noRights, create: 1 },
        ticket: { ...noRights, create: 1, edit: 1 },
        log: { view: 1 },
        directory: { view: 1, edit: 0 },
        operation_log: { view: 0 },
      },
    },
  ])
})

it('a role with designated networks cannot create networks, and must designate at least one', async () => {
  open()
  await user.click((await screen.findAllByRole('button', { name: '创建角色' }))[0]!)
  const drawer = await findDialog('创建角色')
  await user.type(screen.getByLabelText('角色名称'), '店长')
  await user.click(checkbox('组网 创建'))
  await user.click(screen.getByRole('radio', { name: '指定组网' }))
  expect(checkbox('组网 创建').checked).toBe(false)
  expect(checkbox('组网 创建').disabled).toBe(true)
  await sentenceIs(`可查看全部成员；尚未选择组网；监控仅查看${OTHERS}`)
  await press('创建', drawer)
  expect((await screen.findAllByText('请至少选择一个组网')).length).toBeGreaterThan(0)
  await user.click(screen.getByRole('combobox', { name: '指定组网' }))
  await user.click(await screen.findByTitle('门店网（1000000002）'))
  await press('创建', drawer)
  await waitFor(() => expect(server.asked(contract.roles.create)).toHaveLength(1))
  expect(server.asked(contract.roles.create)[0]).toMatchObject({
    auth: { easylink: { network: { ...noRights, confined: 1, networks: ['1000000002'] } } },
  })
})

it('the drawer shows the present rights of a role, and saves no designated network once all networks are chosen', async () => {
  open()
  await press('编辑 门店运维')
  const drawer = await findDialog('编辑角色')
  expect(await screen.findByText('保存后，使用该角色的 1 个子账号或访问密钥立即按新权限执行')).toBeTruthy()
  await sentenceIs(`可查看全部成员；可编辑 1 个指定组网；监控仅查看${OTHERS}`)
  await user.click(screen.getByRole('radio', { name: '全部组网' }))
  await sentenceIs(`可查看全部成员；可编辑全部组网；监控仅查看${OTHERS}`)
  await press('保存', drawer)
  expect(await screen.findByText('保存成功')).toBeTruthy()
  expect(server.asked(contract.roles.edit)).toMatchObject([
    { id: '3', name: '门店运维', note: '夜班', auth: { easylink: { network: { edit: 1, confined: 0, networks: [] } } } },
  ])
})

it('the drawer saves nothing if nothing was changed, and asks for confirmation before it discards a change', async () => {
  open()
  await press('编辑 门店运维')
  await press('保存', await findDialog('编辑角色'))
  await waitFor(() => expect(screen.queryByLabelText('角色名称')).toBeNull())
  expect(server.asked(contract.roles.edit)).toEqual([])
  await press('编辑 门店运维')
  await user.click(await screen.findByRole('checkbox', { name: '成员 删除' }))
  await press('取消', await findDialog('编辑角色'))
  expect(await screen.findByText('继续编辑')).toBeTruthy()
})

it('the reason why the server refuses a field is shown at that field', async () => {
  const msg = '角色名称已存在'
  server.refuse(contract.roles.edit, 422, msg, { errors: [{ field: 'name', msg }] })
  open()
  await press('编辑 门店运维')
  const name = await screen.findByLabelText('角色名称')
  await user.type(name, '2')
  await press('保存', await findDialog('编辑角色'))
  await waitFor(() => expect(document.querySelector('.ant-form-item-explain-error')?.textContent).toBe(msg))
})

it('the delete button of a role in use is disabled, and its tooltip says how many logins use the role', async () => {
  roles = [{ ...roles[0]!, users: 2 }]
  open()
  const button = await screen.findByRole('button', { name: '删除 门店运维' })
  await user.click(button)
  expect((await screen.findByRole('tooltip')).textContent).toBe('正在被 2 个子账号或访问密钥使用，请先为其更换角色')
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(server.asked(contract.roles.delete)).toEqual([])
})

it('a role is deleted after a confirmation; if the server refuses, the role stays and the reason is shown', async () => {
  roles = [{ ...roles[0]!, users: 0 }]
  server.refuse(contract.roles.delete, 403, '角色「门店运维」正在被 1 个子账号或访问密钥使用，请先为其更换角色')
  open()
  await press('删除 门店运维')
  await press('删除', await findDialog('删除角色'))
  expect(await screen.findByText(/正在被 1 个子账号或访问密钥使用/)).toBeTruthy()
  server.on(contract.roles.delete, () => {
    roles = []
    return null
  })
  await press('删除 门店运维')
  await press('删除', await findDialog('删除角色'))
  expect(await screen.findByText('暂无角色')).toBeTruthy()
})

it('a right comes with the one to view its area, and goes with it', async () => {
  open()
  await user.click((await screen.findAllByRole('button', { name: '创建角色' }))[0]!)
  await findDialog('创建角色')
  await user.click(checkbox('成员 编辑'))
  await user.click(checkbox('成员 查看'))
  expect([checkbox('成员 查看').checked, checkbox('成员 编辑').checked]).toEqual([false, false])
  await sentenceIs(expect.stringMatching(/；不可查看成员、操作日志$/))
  await user.click(checkbox('成员 删除'))
  expect(checkbox('成员 查看').checked).toBe(true)
  // Everybody sees their own tickets, so these can be submitted without the right to see all.
  await user.click(checkbox('售后工单 查看'))
  expect([checkbox('售后工单 处理').checked, checkbox('售后工单 提交').checked]).toEqual([false, true])
  await sentenceIs(expect.stringContaining('可提交售后工单，仅查看本人的售后工单'))
})

it('a preset fills in the rights and an empty name, and keeps the chosen networks', async () => {
  open()
  await user.click((await screen.findAllByRole('button', { name: '创建角色' }))[0]!)
  const drawer = await findDialog('创建角色')
  await user.click(screen.getByRole('radio', { name: '指定组网' }))
  await user.click(screen.getByRole('combobox', { name: '指定组网' }))
  await user.click(await screen.findByTitle('门店网（1000000002）'))
  await press('财务', drawer)
  await sentenceIs(expect.stringMatching(/^可提交售后工单，仅查看本人的售后工单；可查看服务；不可查看成员、组网/))
  await press('网络管理', drawer)
  expect(screen.getByLabelText<HTMLInputElement>('角色名称').value).toBe('财务')
  await press('创建', drawer)
  await waitFor(() => expect(server.asked(contract.roles.create)).toHaveLength(1))
  expect(server.asked(contract.roles.create)[0]).toMatchObject({
    name: '财务',
    auth: { easylink: { network: { view: 1, create: 0, edit: 1, delete: 1, confined: 1, networks: ['1000000002'] } } },
  })
})

it('a role is limited to members with tags and to those of its networks, and the sentence says so', async () => {
  server.on(contract.router.labels, { provinces: [], tags: [{ name: '门店', members: 3 }] })
  open()
  await press('编辑 门店运维')
  const drawer = await findDialog('编辑角色')
  await user.click(await screen.findByRole('checkbox', { name: '仅限指定组网内的成员' }))
  await user.click(screen.getByRole('combobox', { name: '仅限带以下标签的成员' }))
  await user.click(await screen.findByTitle('门店'))
  await sentenceIs(expect.stringMatching(/^可查看指定组网内且带标签「门店」的成员；可编辑 1 个指定组网；/))
  await press('保存', drawer)
  await waitFor(() => expect(server.asked(contract.roles.edit)).toHaveLength(1))
  expect(server.asked(contract.roles.edit)[0]).toMatchObject({ auth: { easylink: { router: { by_network: 1, tags: ['门店'] } } } })
})

it('an owner looks as a role from its row', async () => {
  server.on(contract.roles.view_as, { until: 4_000_000_000 })
  open()
  await press('以此角色查看 门店运维')
  await waitFor(() => expect(server.asked(contract.roles.view_as)).toEqual([{ id: '3' }]))
})
