import { z } from 'zod'
import type { Language } from './language.ts'
import { readHost } from './reading.ts'

type Words = Record<Language, string>

/** 1 OpenLDAP and similar servers, 2 Active Directory. */
export const directoryTypeNames = {
  1: { 'zh-CN': 'OpenLDAP', en: 'OpenLDAP' },
  2: { 'zh-CN': 'Active Directory', en: 'Active Directory' },
} as const satisfies Record<number, Words>
export type DirectoryType = keyof typeof directoryTypeNames

/** Minutes between automatic synchronisations. */
export const DIRECTORY_CYCLE_MINUTES = 30
/** Seconds within which a configuration that passed its check can be saved. */
export const DIRECTORY_CHECK_SECONDS = 600
/** The most changes that a call makes itself; more are made in the background. */
export const DIRECTORY_INLINE_CHANGES = 5000
/** The most users that a search shows. */
export const DIRECTORY_SEARCH_MAX = 10
/** Shown in place of a stored password; sent back, it keeps that password. */
export const DIRECTORY_PASSWORD_KEPT = '********' as const
/** Certificate files of authorities: their extensions and their most bytes. */
export const CERTIFICATE_ENDINGS = ['cert', 'crt', 'cer', 'pem'] as const
export const CERTIFICATE_MAX_BYTES = 2 * 1024 * 1024
/** The file at a domain's root that proves the domain. */
export const DOMAIN_FILE = 'weft-domain-verification.txt'

export const DIRECTORY_CLOSE_PHRASE = '关闭接入'
export const DIRECTORY_REMOVE_PHRASE = '全部移除'

/** Reached over the internet, or from the network of a hardware member whose agent asks. */
export const directoryModeNames = {
  public: { 'zh-CN': '公网', en: 'Internet' },
  private: { 'zh-CN': '内网（经硬件成员访问）', en: 'Private, through a hardware member' },
} as const satisfies Record<string, Words>
export type DirectoryMode = keyof typeof directoryModeNames

/** The steps of a check, in order; `router` only in the private mode, `tls` left out if the connection is plain. */
export const directoryStepNames = {
  router: { 'zh-CN': '硬件成员', en: 'Hardware member' },
  reach: { 'zh-CN': '连接服务器', en: 'Reach the server' },
  tls: { 'zh-CN': '加密与证书', en: 'Encryption and certificate' },
  bind: { 'zh-CN': '绑定账号', en: 'Bind' },
  base: { 'zh-CN': '读取 Base DN', en: 'Base DN' },
  users: { 'zh-CN': '读取用户', en: 'Users' },
} as const satisfies Record<string, Words>
export type DirectoryStep = keyof typeof directoryStepNames

/** The reasons why a directory could not be used, as sentences. `{x}` is a fact. */
const reasons = {
  routerOffline: {
    'zh-CN': '硬件成员 {router_name} 当前离线，请先让它上线，或更换硬件成员',
    en: 'The hardware member {router_name} is offline',
  },
  routerDeleted: {
    'zh-CN': '硬件成员 {router_name} 已不在本账号中，请编辑配置，更换硬件成员',
    en: 'The hardware member {router_name} is not in this account any more; choose another',
  },
  routerTooOld: {
    'zh-CN': '硬件成员 {router_name} 的系统版本过低，不支持访问目录，请先升级',
    en: 'The hardware member {router_name} is too old to reach a directory; upgrade it',
  },
  routerBusy: {
    'zh-CN': '硬件成员 {router_name} 正在处理其他目录请求，请稍后再试',
    en: 'The hardware member {router_name} is busy with other requests; try again later',
  },
  routerLost: {
    'zh-CN': '硬件成员 {router_name} 在访问目录时断开，请稍后再试',
    en: 'The hardware member {router_name} went offline meanwhile; try again later',
  },
  routerSilent: {
    'zh-CN': '硬件成员 {router_name} 没有及时返回结果，请稍后再试',
    en: 'The hardware member {router_name} did not answer in time; try again later',
  },
  ownAddress: {
    'zh-CN': '服务器地址 {host} 指向硬件成员自身或不是有效的服务器地址，请填写目录服务器的地址',
    en: '{host} is the hardware member itself or no server’s address',
  },
  unresolved: { 'zh-CN': '无法解析服务器地址 {host}，请检查地址或 DNS', en: 'The address {host} cannot be resolved' },
  addressRefused: { 'zh-CN': '服务器地址 {host} 不是公网地址，不能通过公网方式接入', en: '{host} is not a public address' },
  refused: { 'zh-CN': '{host} 的端口 {port} 拒绝连接，请检查端口和防火墙', en: '{host} refuses connections on port {port}' },
  timeout: { 'zh-CN': '连接 {host}:{port} 超时，请检查地址、端口和防火墙', en: 'No connection to {host}:{port} in time' },
  unreachable: { 'zh-CN': '无法到达 {host}:{port}，请检查网络', en: '{host}:{port} cannot be reached' },
  notTls: {
    'zh-CN': '服务器没有按 SSL/TLS 应答，请检查端口和加密方式',
    en: 'The server does not speak TLS here; check the port and the encryption',
  },
  startTlsRefused: { 'zh-CN': '服务器不支持 StartTLS，请改用 SSL 或检查服务器设置', en: 'The server does not offer StartTLS' },
  otherHost: { 'zh-CN': '服务器证书签发给 {names}，与服务器地址 {host} 不符', en: 'The certificate is for {names}, not for {host}' },
  expired: { 'zh-CN': '服务器证书（{subject}）已于 {date} 过期', en: 'The certificate of {subject} expired on {date}' },
  notYetValid: { 'zh-CN': '服务器证书（{subject}）自 {date} 起才有效', en: 'The certificate of {subject} is valid from {date} on' },
  authorityExpired: {
    'zh-CN': '签发服务器证书的机构「{subject}」的证书已于 {date} 过期',
    en: 'The certificate of {subject}, an authority behind the server’s certificate, expired on {date}',
  },
  authorityNotYetValid: {
    'zh-CN': '签发服务器证书的机构「{subject}」的证书自 {date} 起才有效',
    en: 'The certificate of {subject}, an authority behind the server’s certificate, is valid from {date} on',
  },
  otherAuthority: {
    'zh-CN': '服务器证书（{subject}）的根证书是「{issuer}」，与上传的 CA 证书不符',
    en: 'The root of the certificate of {subject} is {issuer}, not the uploaded authority',
  },
  unknownAuthority: {
    'zh-CN': '服务器证书（{subject}）的根证书是「{issuer}」，不是公认的机构，请上传该根证书',
    en: 'The root of the certificate of {subject} is {issuer}, which is not publicly trusted; upload its certificate',
  },
  partOfChain: {
    'zh-CN':
      '服务器发送的证书链中没有「{issuer}」的证书，无法验证服务器证书（{subject}）。请上传其根证书；如果已上传，请在服务器上补全证书链',
    en: 'The server’s chain lacks the certificate of {issuer}, so that of {subject} cannot be verified. Upload its root; if that is uploaded, complete the chain on the server',
  },
  wrongCredentials: { 'zh-CN': '绑定账号或密码错误', en: 'Wrong bind account or password' },
  badName: { 'zh-CN': 'DN 格式不正确', en: 'The DN is malformed' },
  strongerNeeded: { 'zh-CN': '服务器要求加密连接，请选择 SSL 或 StartTLS', en: 'The server asks for encryption' },
  anonymousRefused: {
    'zh-CN': '服务器不允许匿名访问，请填写绑定账号和密码',
    en: 'The server refuses anonymous access; give a bind account',
  },
  bindRefused: { 'zh-CN': '服务器拒绝该绑定账号登录，请检查账号是否可用', en: 'The server refuses this bind account' },
  noSuchBase: { 'zh-CN': 'Base DN 不存在，请检查拼写', en: 'There is no such base DN' },
  elsewhere: { 'zh-CN': 'Base DN 在另一台服务器上，请直接填写那台服务器', en: 'The base DN is on another server' },
  notAllowed: { 'zh-CN': '绑定账号没有读取权限', en: 'The bind account may not read this' },
  noUsers: { 'zh-CN': '{base} 下没有找到用户，请检查 Base DN 和目录类型', en: 'No users below {base}; check the base DN and the type' },
  noUuids: {
    'zh-CN': '{base} 下的用户没有唯一标识（{attributes}），无法导入，请检查绑定账号是否有权读取该属性',
    en: 'The users below {base} have no unique identifier ({attributes}), so none can be imported; check whether the bind account may read it',
  },
  sizeLimit: { 'zh-CN': '服务器限制了返回的用户数量，请为绑定账号放宽限制', en: 'The server limits how many users it returns' },
  noPages: { 'zh-CN': '服务器不支持分页读取，无法读取全部用户', en: 'The server does not support paged results' },
  tooSlow: { 'zh-CN': '服务器处理超时，请稍后再试', en: 'The server ran out of time' },
  tooMany: { 'zh-CN': '目录用户超过 {max} 个，请缩小 Base DN 的范围', en: 'There are more than {max} users; narrow the base DN' },
  tooLarge: { 'zh-CN': '服务器返回的数据过多，已中止', en: 'The server sent too much; it was cut off' },
  notLdap: { 'zh-CN': '服务器没有按 LDAP 协议应答，请检查端口', en: 'The server does not speak LDAP here' },
  noAnswer: { 'zh-CN': '服务器已连接但长时间没有应答', en: 'The server took the connection and did not answer' },
  closed: { 'zh-CN': '服务器中断了连接', en: 'The server closed the connection' },
  refusedByCode: { 'zh-CN': '服务器拒绝了请求（LDAP 错误码 {code}）', en: 'The server refused (LDAP code {code})' },
} as const satisfies Record<string, Words>
export type DirectoryReason = keyof typeof reasons
export const directoryReasons = Object.keys(reasons) as [DirectoryReason, ...DirectoryReason[]]

/** Returns the sentence of a reason. A reason of another version is read as the most general one. */
export const directoryReasonText = (reason: string, facts: Record<string, string>, language: Language): string =>
  (reasons[reason as DirectoryReason] ?? reasons.closed)[language].replace(/\{(\w+)\}/g, (_, key: string) => facts[key] ?? '')

/** The reasons why a user of a directory cannot become a member. */
export const directoryProblemNames = {
  name: { 'zh-CN': '用户名须为 3–18 位字母、数字、下划线或点', en: 'The name must be 3–18 letters, digits, underscores or dots' },
  twice: { 'zh-CN': '目录中有多个用户使用此用户名', en: 'Several users have this name' },
  uuid: { 'zh-CN': '目录中有多个用户使用同一个 UUID', en: 'Several users have this uuid' },
  no_uuid: { 'zh-CN': '目录没有给出此用户的唯一标识', en: 'The directory gives no unique identifier of this user' },
  taken: { 'zh-CN': '已有同名的软件成员', en: 'A software member of this name exists' },
} as const satisfies Record<string, Words>
export type DirectoryProblem = keyof typeof directoryProblemNames

/** The outcome of a synchronisation. */
export type DirectoryOutcome =
  | { kind: 'done'; added: number; changed: number; disabled: number; enabled: number; not_fit: number; refused: number }
  | { kind: 'failed'; reason: string; facts: Record<string, string> }
  | DirectoryStop

/** Why the result of a reading was not trusted. */
export type DirectoryStop =
  /** The directory has so many fewer users than there are members. */
  | { kind: 'shrunk'; before: number; after: number }
  /** So many of the members' users have another identifier, as if the directory identified them by another attribute than before. */
  | { kind: 'renewed'; before: number; renewed: number }

/** An internet domain name in lower case, with labels of at most 63 characters. */
export const Domain = z
  .string()
  .overwrite(readHost)
  .toLowerCase()
  .min(1, 'required')
  .max(253, 'format')
  .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/, 'format')
