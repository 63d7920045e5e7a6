import type { Language } from './language.ts'

/** The next steps; the console shows each as a link or a button. */
export const nextSteps = [
  'activate',
  'sign_in',
  'enable',
  'renew',
  'join_network',
  'resend',
  'check_center',
  'check_device',
  'none',
] as const
export type NextStep = (typeof nextSteps)[number]

/**
 * What helps a member that is not well, from the console: other route prefixes, the same configuration once more, dialling again, the page
 * of the center that is lost, the steps for those on site or those of the first start, enabling it, or a renewal. `fixOf` decides.
 */
export const fixes = ['edit_prefix', 'resend', 'redial', 'open_center', 'steps', 'start', 'enable', 'renew'] as const
export type Fix = (typeof fixes)[number]

const cause = (next_step: NextStep, zh: [text: string, next: string], en: [text: string, next: string]) => ({
  next_step,
  'zh-CN': { text: zh[0], next: zh[1] },
  en: { text: en[0], next: en[1] },
})

/**
 * Why a member is as it is: the causes of states, and why a member that needs nobody to act has no tunnel. `{x}` is a parameter; the
 * program that shows the sentence fills in times from `since`.
 */
export const diagnoses = {
  disabled: cause(
    'enable',
    ['成员已停用，不能登录', '启用后成员即可重新登录'],
    ['This member is disabled and cannot sign in', 'Enable it, and it can sign in again'],
  ),
  service_lapsed: cause(
    'renew',
    ['已组网成员数超过可用成员数，全部组网已停用', '请续费，或移出多余的成员'],
    ['More members are networked than are paid for, so every network is down', 'Renew, or remove surplus members'],
  ),
  never_activated: cause(
    'activate',
    ['设备从未接入平台', '请确认设备已通电、能够访问互联网，并已用激活码激活'],
    ['This device has never reached the platform', 'Check its power and internet access, and activate it with its code'],
  ),
  never_signed_in: cause(
    'sign_in',
    ['成员从未登录过客户端', '请将账号和密码发送给成员，并提醒其下载客户端登录'],
    ['This member has never signed in', 'Send them the name and password, and where to download the client'],
  ),
  signed_out: cause(
    'sign_in',
    ['客户端未登录，最近一次在 {address} 断开', '客户端关闭或退出登录后即为离线，重新登录即可恢复'],
    ['The client is not signed in; it was last connected from {address}', 'It comes back when it is started and signed in again'],
  ),
  connection_lost: cause(
    'check_device',
    ['设备与平台失去联系，最近一次在 {address} 断开', '请检查设备电源、上网线路和防火墙'],
    ['The device lost contact; it was last connected from {address}', 'Check its power, its uplink and its firewall'],
  ),
  address_changed: cause(
    'check_device',
    ['设备的公网地址由 {before} 变为 {address} 后，隧道尚未恢复', '若中心限制了来源地址，请放行新的地址'],
    [
      'Its public address changed from {before} to {address} and the tunnels have not come back',
      'Admit the new address where the hub filters by source',
    ],
  ),
  config_failed: cause(
    'resend',
    ['配置下发失败：{error}', '请在组网中重新下发配置；仍然失败请提交工单'],
    ['Its configuration failed: {error}', 'Send the configuration again, and open a ticket if it still fails'],
  ),
  no_network: cause(
    'join_network',
    ['成员未加入任何组网，没有可建立的隧道', '请创建组网，或将成员添加到已有的组网'],
    ['This member is in no network, so it has no tunnels', 'Create a network or add it to one'],
  ),
  no_center: cause(
    'check_center',
    ['所在组网没有可连接的中心，无法建立隧道', '请在组网中添加中心，或启用到中心的连接'],
    ['Its network has no hub to connect to, so it has no tunnels', 'Add a hub to the network, or enable the link to one'],
  ),
  pop_lapsed: cause(
    'renew',
    ['所在组网的 POP 资源已到期，没有可用的接入点', '请续费 POP 资源，续费后自动恢复'],
    ['The POP resource of its network has ended, so it has no access point', 'Renew the POP resource; it then comes back by itself'],
  ),
  center_down: cause(
    'check_center',
    ['所连接的中心 {center} 已离线', '请先恢复中心'],
    ['Its hub {center} is offline', 'Bring the hub back first'],
  ),
  tunnel_down: cause(
    'check_device',
    ['设备已登录平台，但到中心的隧道未建立', '请检查设备到中心的网络是否放行 UDP 端口'],
    ['It is signed in, but its tunnel to the hub is down', 'Check that UDP ports between it and the hub are open'],
  ),
  no_branch: cause(
    'none',
    ['中心已登录平台，尚无分支接入', '分支的隧道建立后，中心即显示为在线'],
    ['This hub is signed in, but no branch is connected to it', 'It is online as soon as the first branch connects'],
  ),
  online: cause('none', ['成员在线', ''], ['This member is online', '']),
} as const satisfies Record<string, Record<Language, { text: string; next: string }> & { next_step: NextStep }>

export type DiagnosisCause = keyof typeof diagnoses
export const diagnosisCauses = Object.keys(diagnoses) as [DiagnosisCause, ...DiagnosisCause[]]

/** The words in a sentence for a value that the caller may not know. */
export const undisclosed = {
  error: { 'zh-CN': '原因请咨询主账号管理员', en: 'ask the account owner for the reason' },
} as const satisfies Record<string, Record<Language, string>>

/** Returns the sentence of a cause, without a last clause whose value is unknown, and the sentence of what to do about it. */
export function diagnosisText(
  cause: DiagnosisCause,
  params: Readonly<Record<string, string>>,
  language: Language,
): { text: string; next: string } {
  const { text, next } = diagnoses[cause][language]
  const known = text.replace(/[，;][^，;]*\{(\w+)\}[^，;]*$/, (clause, key: string) => (params[key] ? clause : ''))
  return { text: known.replace(/\{(\w+)\}/g, (_, key: string) => params[key] ?? ''), next }
}
