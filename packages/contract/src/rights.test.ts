import { describe, expect, it } from 'vitest'
import { check } from './explain.ts'
import { RoleAuth } from './console/sub-account.ts'
import {
  flagsGranting,
  type Permission,
  permissions,
  rightsGranted,
  type RolePreset,
  rolePresets,
  roleSentence,
  usualRights,
} from './rights.ts'

const say = (rights: readonly Permission[], networks?: number) => roleSentence({ rights, networks }, 'zh-CN')
const OTHERS = '可提交售后工单，可查看、处理全部售后工单；可查看日志、服务、SaaS 设备、LDAP 目录、客户端下载；不可查看操作日志'

describe('the sentence of a role', () => {
  it.each<[string, Permission[], number | undefined]>([
    ['可查看全部成员；可查看全部组网；监控仅查看', [], undefined],
    ['可查看全部成员；可编辑 2 个指定组网；监控仅查看', ['network.edit'], 2],
    ['可查看全部成员；可查看 1 个指定组网；监控仅查看', [], 1],
    ['可查看全部成员；尚未选择组网；监控仅查看', ['network.edit'], 0],
    ['可创建成员；可查看全部组网；可设置监控', ['member.create', 'monitor.edit'], undefined],
    [
      '可创建成员，可编辑、删除全部成员；可创建组网，可编辑、删除全部组网；可开启、设置、关闭监控',
      permissions.filter((permission) => /^(member|network|monitor)/.test(permission)),
      undefined,
    ],
  ])('is %s, and names the other areas', (sentence, rights, networks) => {
    expect(say([...usualRights, ...rights], networks)).toBe(`${sentence}；${OTHERS}`)
  })

  it.each<[RolePreset, string]>([
    [
      'read_only',
      '可查看全部成员；可查看全部组网；监控仅查看；可查看全部售后工单；可查看日志、服务、SaaS 设备、LDAP 目录、客户端下载；不可查看操作日志',
    ],
    [
      'finance',
      '可提交售后工单，仅查看本人的售后工单；可查看服务；不可查看成员、组网、监控、日志、SaaS 设备、LDAP 目录、客户端下载、操作日志',
    ],
    [
      'audit',
      '可查看全部成员；可查看全部组网；监控仅查看；可查看全部售后工单；可查看日志、服务、SaaS 设备、LDAP 目录、客户端下载、操作日志',
    ],
  ])('of the preset %s is %s', (preset, sentence) => {
    expect(say(rolePresets[preset].rights)).toBe(sentence)
  })

  it('is available in English too', () => {
    expect(roleSentence({ rights: ['network.view', 'network.edit', 'network.delete', 'saas.view'], networks: 2 }, 'en')).toBe(
      'may edit, delete 2 designated networks; sees only its own support tickets; may view SaaS devices; may not view members, monitoring, logs, services, LDAP directory, client downloads, operation log',
    )
  })
})

it('rights are the same when they were written as flags and read again, and what a caller leaves out is decided elsewhere', () => {
  for (const { rights } of Object.values<{ rights: readonly Permission[] }>(rolePresets))
    expect(rightsGranted(flagsGranting((permission) => rights.includes(permission))).toSorted()).toEqual([...new Set(rights)].toSorted())
  const former = { easylink: { router: { create: 0, edit: 1, delete: 0 }, network: { create: 0, edit: 0, delete: 0 } } } as const
  expect(rightsGranted(former, ['member.view', 'log.view'])).toEqual(['member.view', 'member.edit', 'log.view'])
})

it('a role that may change what it may not view is refused by a sentence that names the area', () => {
  const none = { create: 0, edit: 0, delete: 0 }
  const auth = { easylink: { router: { ...none, view: 0, edit: 1 }, network: none }, monitor: none }
  expect(check(RoleAuth, auth, 'zh-CN')).toMatchObject({
    errors: [{ field: 'easylink.router.view', msg: '请先勾选成员的查看，再授予其他权限' }],
  })
  const tickets = { easylink: { router: none, network: none }, monitor: none, ticket: { ...none, view: 0, create: 1 } }
  expect(check(RoleAuth, tickets, 'zh-CN')).toMatchObject({ ok: true })
})
