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
/** Returns the sentence in the drawer that describes the chosen rights. */
const sentence = () => document.querySelector('.role-sentence')?.textContent
const noRights = { create: 0, edit: 0, delete: 0 }

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
  expect(sentence()).toBe('可查看全部成员；可查看全部组网；监控仅查看')
  expect(checkbox('成员 查看，查看权限默认开启').checked).toBe(true)
  expect(checkbox('成员 查看，查看权限默认开启').disabled).toBe(true)
  await user.click(checkbox('成员 编辑'))
  await user.click(checkbox('组网 创建'))
  await user.click(checkbox('监控 开启'))
  expect(sentence()).toBe('可编辑全部成员；可创建组网；可开启监控')
  await press('创建', drawer)
  expect((await screen.findAllByText('角色名称不能为空')).length).toBeGreaterThan(0)
  expect(server.asked(contract.roles.create)).toEqual([])
  await user.type(screen.getByLabelText('角色名称'), '网管')
  await press('创建', drawer)
  expect(await screen.findByText('创建成功')).toBeTruthy()
  expect(server.asked(contract.roles.create)).toEqual([
    {
      name: '网管',
      note: '',
      auth: {
        easylink: { router: { ...noRights, edit: 1 }, network: { ...noRights, create: 1, confined: 0, networks: [] } },
        monitor: { ...noRights, create: 1 },
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
  expect(sentence()).toBe('可查看全部成员；尚未选择组网；监控仅查看')
  await press('创建', drawer)
  expect((await screen.findAllByText('请至少选择一个组网')).length).toBeGreaterThan(0)
  await user.click(screen.getByRole('combobox'))
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
  expect(sentence()).toBe('可查看全部成员；可编辑 1 个指定组网；监控仅查看')
  await user.click(screen.getByRole('radio', { name: '全部组网' }))
  expect(sentence()).toBe('可查看全部成员；可编辑全部组网；监控仅查看')
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
