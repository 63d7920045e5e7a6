import type { OperationState } from '@weft/contract'

type Member = OperationState['members'][number]

export const zhCN = {
  redial: '重新拨号',
  signOut: '强制下线',
  done: (what: string) => `${what}：已完成`,
  waiting: (what: string, names: string) => `${what}：等待 ${names} 执行，最多 2 分钟`,
  failed: (what: string, reasons: string) => `${what}未完成：${reasons}`,
  reason: ({ router_name, reason, error }: Member) =>
    ({
      away: `${router_name} 没有连接到平台`,
      asked: `${router_name} 正在执行`,
      silent: `${router_name} 没有回应`,
      refused: `${router_name} 没有执行（${error ?? ''}）`,
      removed: `${router_name} 已删除`,
    })[reason],
  and: '、',
  next: '；',
}
export const en: typeof zhCN = {
  redial: 'Redial',
  signOut: 'Sign out',
  done: (what) => `${what}: done`,
  waiting: (what, names) => `${what}: waiting for ${names}, for two minutes at most`,
  failed: (what, reasons) => `${what} was not done: ${reasons}`,
  reason: ({ router_name, reason, error }) =>
    ({
      away: `${router_name} is not connected`,
      asked: `${router_name} is working on it`,
      silent: `${router_name} did not answer`,
      refused: `${router_name} did not do it (${error ?? ''})`,
      removed: `${router_name} was deleted`,
    })[reason],
  and: ', ',
  next: '; ',
}
