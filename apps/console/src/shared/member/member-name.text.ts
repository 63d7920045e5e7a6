import type { RouterType } from '@weft/contract'

export const zhCN = {
  unnamed: '未命名',
  addName: '添加名称',
  addNameTo: (code: string) => `给 ${code} 添加名称`,
  kinds: { hardware: '硬件', branch: '分支', center: '中心', pop: 'POP', software: '软件' },
  /** What is heard between the name and the serial number. @param then what comes next is called */
  spoken: (kind: string, state: string | undefined, then: string) => ['', kind, ...(state ? [state] : []), then].join('，'),
  codes: { 1: '序列号 ', 2: '登录名 ' } satisfies Record<RouterType, string>,
  hidden: '其他组网的成员',
  deleted: '已删除',
  between: '、',
  more: (all: number) => ` 等 ${all} 个成员`,
}

export const en: typeof zhCN = {
  unnamed: 'Unnamed',
  addName: 'Name it',
  addNameTo: (code) => `Name ${code}`,
  kinds: { hardware: 'hardware', branch: 'branch', center: 'hub', pop: 'POP', software: 'software' },
  spoken: (kind, state, then) => ['', kind, ...(state ? [state] : []), then].join(', '),
  codes: { 1: 'serial number ', 2: 'login ' },
  hidden: 'A member of another network',
  deleted: 'Deleted',
  between: ', ',
  more: (all) => ` and others, ${all} in all`,
}
