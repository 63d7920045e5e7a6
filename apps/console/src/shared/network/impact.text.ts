import { namesOf, type NetworkImpact } from '@weft/contract'

type Kinds<T> = Record<NetworkImpact['kind'], (of: T, seconds: number) => string>

export const zhCN = {
  title: '有成员的连接会中断',
  action: '保存',
  /** Whom a change disturbs could not be found out. */
  unknown: '无法预估影响',
  unknownTitle: (action: string) => `无法预估影响，仍然${action}？`,
  unknownBody: '服务器没有答复这次修改会中断哪些成员的连接，可以稍后再试',
  retry: '重新预估',
  estimating: '正在预估影响…',
  /** Says how many members a change affects, and how. The apply card, the questions, the palette and the preview use it. */
  kinds: {
    leave: (n) => `${n} 个成员断开且不再重连`,
    restart: (n, seconds) => `${n} 个成员重建隧道，约 ${seconds} 秒`,
    bounce: (n, seconds) => `${n} 个成员重新连接，约 ${seconds} 秒`,
    live: (n) => `${n} 个成员在线更新，连接不中断`,
  } satisfies Kinds<number> as Kinds<number>,
  names: (names: readonly string[], count: number) => namesOf(names, count, 'zh-CN'),
  /** What one change does to whom, in a few words. */
  effects: {
    leave: (who) => `${who} 断开且不再重连`,
    restart: (who, seconds) => `${who} 重建隧道，约 ${seconds} 秒`,
    bounce: (who, seconds) => `${who} 重新连接，约 ${seconds} 秒`,
    live: (who) => `${who}，连接不中断`,
  } satisfies Kinds<string> as Kinds<string>,
  nobody: '不影响现有成员',
  count: (n: number) => `${n} 个成员`,
  oneByOne: '中心一次只改一个，业务走另一个',
  rest: (n: number) => `其余 ${n} 个成员不受影响`,
}

export const en: typeof zhCN = {
  title: 'Some members will lose their connection',
  action: 'Save',
  unknown: 'The effect could not be foreseen',
  unknownTitle: (action) => `The effect could not be foreseen. ${action} anyway?`,
  unknownBody: 'The server did not answer which members this change disconnects; you can try again later',
  retry: 'Try again',
  estimating: 'Finding out the effect…',
  kinds: {
    leave: (n) => `${n} members are disconnected for good`,
    restart: (n, seconds) => `${n} members rebuild their tunnels, about ${seconds} s`,
    bounce: (n, seconds) => `${n} members reconnect, about ${seconds} s`,
    live: (n) => `${n} members are updated without interruption`,
  },
  names: (names, count) => namesOf(names, count, 'en'),
  effects: {
    leave: (who) => `${who}: disconnected for good`,
    restart: (who, seconds) => `${who}: tunnels rebuilt, about ${seconds} s`,
    bounce: (who, seconds) => `${who}: reconnecting, about ${seconds} s`,
    live: (who) => `${who}: no interruption`,
  },
  nobody: 'No present member is affected',
  count: (n) => `${n} members`,
  oneByOne: 'One hub at a time; traffic uses the other',
  rest: (n) => `The other ${n} members are not affected`,
}
