import { namesOf } from '@weft/contract'
import type { NetworkImpact } from '@weft/contract'

type Kind = NetworkImpact['kind']

export const zhCN = {
  restoreOf: (n: number) => `恢复到版本 ${n}`,
  restoreAction: '恢复',
  restored: (n: number) => `已恢复，当前为版本 ${n}`,
  same: '与当前配置相同，无需恢复',
  diff: '将要变更的内容',
  impact: '影响',
  more: (n: number) => `等 ${n} 项`,
  kinds: {
    leave: (n) => `${n} 个成员断开且不再重连`,
    restart: (n, s) => `${n} 个成员重建隧道，约 ${s} 秒`,
    bounce: (n, s) => `${n} 个成员重新连接，约 ${s} 秒`,
    live: (n) => `${n} 个成员在线更新，连接不中断`,
  } satisfies Record<Kind, (n: number, seconds: number) => string> as Record<Kind, (n: number, seconds: number) => string>,
  unaffected: (n: number) => `${n} 个成员不受影响`,
  names: (names: readonly string[], count: number) => namesOf(names, count, 'zh-CN', '个'),
}

export const en: typeof zhCN = {
  restoreOf: (n) => `Restore revision ${n}`,
  restoreAction: 'Restore',
  restored: (n) => `Restored; the current revision is ${n}`,
  same: 'Nothing differs from the present configuration',
  diff: 'What will change',
  impact: 'Impact',
  more: (n) => `${n} in all`,
  kinds: {
    leave: (n) => `${n} members are disconnected for good`,
    restart: (n, s) => `${n} members rebuild their tunnels, about ${s} s`,
    bounce: (n, s) => `${n} members reconnect, about ${s} s`,
    live: (n) => `${n} members are updated without interruption`,
  },
  unaffected: (n) => `${n} members are not affected`,
  names: (names, count) => namesOf(names, count, 'en'),
}
