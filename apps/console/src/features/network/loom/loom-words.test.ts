// @vitest-environment jsdom
import type { LinkState, NetworkMember } from '@weft/contract'
import { expect, it } from 'vitest'
import { aLink, aMember } from '../../../../test/data.ts'
import { remedyOf } from './CardActions.tsx'
import type { Site, Thread } from './loom-model.ts'
import { causeOf, crossingLabel, effectOf } from './loom-words.ts'

const NOW = 1_790_000_000
const threads: Thread[] = [
  { id: 'C1', kind: 'center', name: '上海总部机房', role: 'main', state: 'up' },
  { id: 'C2', kind: 'center', name: '南京灾备机房', role: 'backup', state: 'up' },
  { id: '7', kind: 'pop', name: '广州', role: null, state: 'up' },
]
const site = (member: Partial<NetworkMember>, ...states: (LinkState | null)[]): Site => ({
  id: 'B1',
  kind: 'branch',
  member: aMember({ router_name: 'B1', note: '合肥政务店', member_type: 'point', ...member }),
  crossings: states.map((state) => state && { state, link: { ...aLink({ state }), up_since: null } }),
})

it.each([
  [site({ state: 'down', since: NOW - 8040 }), '失联 2 小时 14 分'],
  [site({ state: 'down', since: NOW - 40 }), '失联 40 秒'],
  [site({ state: 'down', since: null }), '失联'],
  [site({ state: 'failed' }), '配置下发失败，仍用旧配置'],
  [site({ state: 'degraded' }, 'down', 'up', 'takeover'), '到上海总部机房的链路中断，POP 广州接管'],
  [site({ state: 'degraded' }, 'down', 'down', 'up'), '2 条链路中断'],
  [site({ state: 'never' }), '等待设备首次上线'],
  [site({ state: 'up' }), ''],
])('the cause of a site is in a few words, and there is none of a healthy one: %#', (one, words) => {
  expect(causeOf(one, threads, NOW)).toBe(words)
})

it.each([
  [site({ state: 'degraded' }, 'down', 'standby', 'takeover'), '流量已切换到 POP 广州，业务未中断'],
  [site({ state: 'degraded' }, 'down', 'up', 'standby'), '其余 2 条链路正常，业务未中断'],
  [site({ state: 'down' }, 'down', 'down', null), '没有可用的链路，业务已中断'],
  [site({ state: 'failed' }, 'up', 'standby', null), '链路不受影响，新配置尚未生效'],
  [site({ state: 'never' }, 'never', null, null), '尚未使用'],
  [site({ state: 'up' }, 'up', null, null), ''],
])('the effect says what it costs: %#', (one, words) => {
  expect(effectOf(one, threads)).toBe(words)
})

it('a crossing is named by both of its ends and its state', () => {
  const one = site({}, 'down', null, 'up')
  expect(threads.map((thread, at) => crossingLabel(one, at, thread))).toEqual([
    '合肥政务店 到 上海总部机房：中断',
    '无链路',
    '合肥政务店 到 POP 广州：正常',
  ])
})

it.each([
  [site({ state: 'down', cause: 'connection_lost' }), null, 'steps'],
  [site({ state: 'down', cause: 'tunnel_down' }), null, 'redial'],
  [site({ state: 'down', cause: 'center_down' }), { state: 'down' as const }, 'open_center'],
  [site({ state: 'never', cause: 'never_activated' }), null, 'start'],
  [site({ state: 'failed', cause: 'config_failed', config_error: '前缀 192.168.36.0/24 与 LAN2 冲突' }), null, 'edit_prefix'],
  [site({ state: 'failed', cause: 'config_failed', config_error: '磁盘已满' }), null, 'resend'],
  [site({ state: 'degraded', cause: 'tunnel_down' }), { state: 'down' as const }, 'redial'],
  [site({ state: 'degraded', cause: 'tunnel_down' }), { state: 'up' as const }, null],
  [site({ state: 'degraded', cause: 'tunnel_down' }), null, 'redial'],
  [site({ state: 'up' }), { state: 'up' as const }, null],
])('one action helps: %#', (one, link, remedy) => {
  expect(remedyOf(one, link)).toBe(remedy)
})
