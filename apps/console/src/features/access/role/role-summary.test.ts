import { type Permission, rolePresets, usualRights } from '@weft/contract'
import { expect, it } from 'vitest'
import { aRole } from '../../../../test/access.ts'
import * as text from './role.text.ts'
import { alsoViewed, formOf, grantedBy, rightsByArea, roleSummary } from './role-summary.ts'

it('the form of a role grants what was chosen, and reads the same rights from the server’s answer', () => {
  const form = formOf(['member.view', 'network.view', 'network.edit'])
  expect(form.easylink).toEqual({
    router: { view: 1, create: 0, edit: 0, delete: 0, by_network: 0, tags: [] },
    network: { view: 1, create: 0, edit: 1, delete: 0, confined: 0, networks: [] },
  })
  expect([form.ticket, form.log]).toEqual([{ view: 0, create: 0, edit: 0, delete: 0 }, { view: 0 }])
  const { auth } = aRole()
  expect(grantedBy({ auth })).toEqual({
    ...auth,
    easylink: { ...auth.easylink, network: { ...auth.easylink.network, networks: ['1000000001'] } },
  })
})

it('tags list the areas with more than one right, each with its own words, and the others together', () => {
  const { easylink, ...form } = formOf([...usualRights, 'network.edit', 'monitor.create', 'monitor.delete'])
  const auth = { ...form, easylink: { ...easylink, network: { ...easylink.network, confined: 1 as const, networks: ['1000000001'] } } }
  expect(rightsByArea(auth, text.zhCN, 'zh-CN')).toEqual([
    { area: 'member', actions: '仅查看', viewed: true },
    { area: 'network', actions: '编辑', viewed: true, designated: 1 },
    { area: 'monitor', actions: '开启、关闭', viewed: true },
    { area: 'ticket', actions: '提交、处理', viewed: true },
    { area: 'directory', actions: '仅查看', viewed: true },
  ])
  expect(alsoViewed(auth, 'zh-CN')).toEqual(['日志', '服务', 'SaaS 设备', '客户端下载'])
  expect(roleSummary(auth, 'zh-CN')).toMatch(/^可查看全部成员；可编辑 1 个指定组网；可开启、关闭监控；/)
})

it('each preset is a form that the contract accepts, and no area that it hides has a tag', () => {
  for (const { rights } of Object.values<{ rights: readonly Permission[] }>(rolePresets)) {
    const auth = formOf(rights)
    for (const { area, viewed } of rightsByArea(auth, text.en, 'en')) expect(viewed || area === 'ticket', area).toBe(true)
  }
})
