import { type DirectoryOutcome, type DirectoryStop, directoryReasonText, type Language } from '@weft/contract'

type Done = Extract<DirectoryOutcome, { kind: 'done' }>
const done = {
  'zh-CN': (o: Done) =>
    [
      `新增 ${o.added} 个，变更 ${o.changed} 个，停用 ${o.disabled} 个，启用 ${o.enabled} 个`,
      ...(o.not_fit > 0 ? [`超出软件成员名额 ${o.not_fit} 个`] : []),
      ...(o.refused > 0 ? [`不符合要求 ${o.refused} 个`] : []),
    ].join('；'),
  en: (o: Done) =>
    [
      `${o.added} added, ${o.changed} changed, ${o.disabled} disabled, ${o.enabled} enabled`,
      ...(o.not_fit > 0 ? [`no room for ${o.not_fit}`] : []),
      ...(o.refused > 0 ? [`${o.refused} refused`] : []),
    ].join('; '),
} as const

const renewedText = ({ before, renewed }: Extract<DirectoryStop, { kind: 'renewed' }>, language: Language): string =>
  language === 'en'
    ? `The identifiers of ${renewed} users of ${before} members have changed; the synchronisation was stopped. Let the server and the bind account give the former identifiers again; if the users were really made anew, restart it, which disables these members`
    : `${before} 个成员中有 ${renewed} 个的目录用户唯一标识已改变，已停止同步。请恢复服务器和绑定账号原来使用的唯一标识属性；如果用户确实已重建，请重启同步服务，这些成员将被停用`

/** Returns the result of a synchronisation in a sentence. */
export function outcomeText(outcome: DirectoryOutcome | null, language: Language): string {
  if (outcome === null) return ''
  if (outcome.kind === 'done') return done[language](outcome)
  if (outcome.kind === 'failed') return directoryReasonText(outcome.reason, outcome.facts, language)
  if (outcome.kind === 'renewed') return renewedText(outcome, language)
  const { before, after } = outcome
  return language === 'en'
    ? `Stopped: the directory went from ${before} users to ${after}. Restart the synchronisation once that is right`
    : `目录用户由 ${before} 个减少到 ${after} 个，已停止同步，请确认目录无误后重启同步服务`
}

/** Returns what a check says of users that cannot be imported because they have no uuid. @param read how many users it read */
export const leftOutText = (left_out: number, read: number, language: Language): string =>
  language === 'en'
    ? `${left_out} of the first ${read} users have no unique identifier and cannot be imported`
    : `最先读取的 ${read} 个用户中有 ${left_out} 个没有唯一标识，不能导入`

const notices = {
  routerDeleted: {
    'zh-CN': '硬件成员 {router_name} 已不在本账号中，无法访问目录，请编辑配置，更换硬件成员',
    en: 'The hardware member {router_name} is not in this account any more: choose another',
  },
  routerOffline: {
    'zh-CN': '硬件成员 {router_name} 当前离线，目录暂时无法访问，成员无法使用目录密码登录',
    en: 'The hardware member {router_name} is offline: the directory cannot be reached and nobody signs in with its passwords',
  },
  plain: {
    'zh-CN': '连接未加密，绑定账号和成员的密码以明文传输，建议使用 SSL 或 StartTLS',
    en: 'The connection is not encrypted: passwords travel in the clear. Use SSL or StartTLS',
  },
  certificate: { 'zh-CN': 'CA 证书即将到期或已过期，请及时更换', en: 'The CA certificate expires soon or has expired' },
} as const
export const noticeText = (notice: keyof typeof notices, router_name: string | null, language: Language): string =>
  notices[notice][language].replace('{router_name}', router_name ?? '')

/** Returns the message about a stopped synchronisation. */
export const stoppedMessage = (stop: DirectoryStop) => ({
  title: '目录同步已停止',
  type: '系统消息',
  content:
    stop.kind === 'renewed'
      ? `<p>${renewedText(stop, 'zh-CN')}。</p>`
      : `<p>目录用户由 ${stop.before} 个减少到 ${stop.after} 个，为避免误停用成员，目录同步已停止。请检查目录服务器和 Base DN，确认无误后在「LDAP 目录」中重启同步服务。</p>`,
})

/** Returns the content of the file at the root of a domain. */
export const proofText = (proof: string): string => `weft-domain-verification=${proof}\n`
