import { auditActionNames, type Draftable, type Language, type NetworkImpact, type Words, wordsIn } from '@weft/contract'

type Kind = NetworkImpact['kind']

/** Returns what the changes of a draft are called: as in the operation log, but for those that it names with their object. */
const callsIn = (language: Language, own: Pick<Record<Draftable, string>, 'edit' | 'name'>): Record<Draftable, string> => ({
  ...wordsIn(language, auditActionNames satisfies Record<Draftable, Words>),
  ...own,
})

export const zhCN = {
  addToDraft: '加入草稿',
  added: '已加入草稿',
  full: (n: number) => `草稿最多 ${n} 项修改，请先应用`,
  bar: '组网草稿',
  count: (n: number) => `草稿：${n} 项修改`,
  preview: '预览并应用',
  discard: '放弃',
  discardTitle: '放弃草稿',
  discardBody: (n: number) => `草稿中的 ${n} 项修改将被丢弃，组网配置不变`,
  discarded: '已放弃草稿',
  title: (network: string) => `预览并应用 · ${network}`,
  changes: '修改项',
  remove: '移除',
  removeOf: (what: string) => `移除「${what}」`,
  ofMember: (what: string, member: string) => `${what}：${member}`,
  apply: '应用',
  applied: (n: number) => `已应用为版本 ${n}`,
  cancel: '取消',
  moved: '组网已有新的修改，已按最新版本重新预览',
  checking: '正在检查修改…',
  impact: '影响',
  diff: '将要变更的内容',
  same: '与当前配置相同，无需应用',
  kinds: {
    leave: (n) => `${n} 个成员断开且不再重连`,
    restart: (n, s) => `${n} 个成员重建隧道，约 ${s} 秒`,
    bounce: (n, s) => `${n} 个成员重新连接，约 ${s} 秒`,
    live: (n) => `${n} 个成员在线更新，连接不中断`,
  } satisfies Record<Kind, (n: number, seconds: number) => string> as Record<Kind, (n: number, seconds: number) => string>,
  unaffected: (n: number) => `${n} 个成员不受影响`,
  names: (names: readonly string[], count: number) => (count > names.length ? `${names.join('、')} 等 ${count} 个` : names.join('、')),
  calls: callsIn('zh-CN', { edit: '管理成员', name: '重命名组网' }),
}

export const en: typeof zhCN = {
  addToDraft: 'Add to draft',
  added: 'Added to the draft',
  full: (n: number) => `A draft holds at most ${n} changes; apply them first`,
  bar: 'Draft of this network',
  count: (n: number) => `Draft: ${n} changes`,
  preview: 'Preview and apply',
  discard: 'Discard',
  discardTitle: 'Discard draft',
  discardBody: (n: number) => `The ${n} changes of the draft are thrown away; the network stays as it is`,
  discarded: 'Draft discarded',
  title: (network: string) => `Preview and apply · ${network}`,
  changes: 'Changes',
  remove: 'Remove',
  removeOf: (what: string) => `Remove “${what}”`,
  ofMember: (what: string, member: string) => `${what}: ${member}`,
  apply: 'Apply',
  applied: (n: number) => `Applied as revision ${n}`,
  cancel: 'Cancel',
  moved: 'The network was changed meanwhile; this preview is of its newest revision',
  checking: 'Checking the changes…',
  impact: 'Impact',
  diff: 'What will change',
  same: 'Nothing differs from the present configuration',
  kinds: {
    leave: (n) => `${n} members are disconnected for good`,
    restart: (n, s) => `${n} members rebuild their tunnels, about ${s} s`,
    bounce: (n, s) => `${n} members reconnect, about ${s} s`,
    live: (n) => `${n} members are updated without interruption`,
  },
  unaffected: (n: number) => `${n} members are not affected`,
  names: (names, count) => (count > names.length ? `${names.join(', ')} and others, ${count} in all` : names.join(', ')),
  calls: callsIn('en', { edit: 'Manage members', name: 'Rename network' }),
}
