import { namesOf } from '@weft/contract'

export const zhCN = {
  title: '有成员的连接会中断',
  action: '保存',
  kinds: {
    leave: (n: number, _seconds: number) => `${n} 个成员断开且不再重连`,
    restart: (n: number, seconds: number) => `${n} 个成员重建隧道，约 ${seconds} 秒`,
    bounce: (n: number, seconds: number) => `${n} 个成员重新连接，约 ${seconds} 秒`,
    live: (n: number, _seconds: number) => `${n} 个成员在线更新，连接不中断`,
  },
  names: (names: readonly string[], count: number) => namesOf(names, count, 'zh-CN'),
  /** What one change does to whom, in a few words. */
  effects: {
    leave: (who: string, _seconds: number) => `${who} 断开且不再重连`,
    restart: (who: string, seconds: number) => `${who} 重建隧道，约 ${seconds} 秒`,
    bounce: (who: string, seconds: number) => `${who} 重新连接，约 ${seconds} 秒`,
    live: (who: string, _seconds: number) => `${who}，连接不中断`,
  },
  nobody: '不影响现有成员',
  count: (n: number) => `${n} 个成员`,
  oneByOne: '中心一次只改一个，业务走另一个',
  rest: (n: number) => `其余 ${n} 个成员不受影响`,
}

export const en: typeof zhCN = {
  title: 'Some members will lose their connection',
  action: 'Save',
  kinds: {
    leave: (n) => `${n} members are disconnected for good`,
    restart: (n, seconds) => `${n} members rebuild their tunnels, about ${seconds} s`,
    bounce: (n, seconds) => `${n} members reconnect, about ${seconds} s`,
    live: (n) => `${n} members are updated without interruption`,
  },
  names: (names, count) => (count > names.length ? `${names.join(', ')} and others, ${count} members in all` : names.join(', ')),
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
