import { DAY_SECONDS } from './day.ts'
import type { Language } from './language.ts'

/**
 * What a budget is counted per: a login, an account, an operator, the network address of the call, or the target of the call
 * (an e-mail address, a server, a user name), which is counted over all accounts together.
 */
export type CountedBy = 'login' | 'account' | 'operator' | 'address' | 'target'

type Texts = Record<Language, string>

/** One limit of a budget: at most `amount` within `seconds` after the first use. */
export interface Count {
  by: CountedBy
  amount: number
  seconds: number
  /** The seconds begin anew with each use, so that never more than `amount` fall into any such time. */
  restarts?: true
}
export interface Budget {
  /** The thing that is used up, as the refusal and the API document name it. */
  what: Texts
  /** The name of the target, if the budget counts one. */
  target?: Texts
  /** The unit of the amount if it is not a number of times. */
  unit?: 'bytes' | 'ms'
  /** `WEFT_CALLS_FACTOR` of an installation multiplies the amounts, as it does the rates of calls. */
  multiplied?: true
  counts: readonly Count[]
}

const MINUTE = 60
const HOUR = 3600
const MEGABYTE = 1024 * 1024

/**
 * All budgets. A call takes all counts of a budget or none, before it does anything else, and takes them under a lock: parallel calls
 * cannot take more together than one after another.
 */
export const budgets = {
  directory_check: {
    what: { 'zh-CN': '检测目录配置的次数', en: 'directory checks' },
    target: { 'zh-CN': '同一目录服务器', en: 'this directory server' },
    counts: [
      { by: 'account', amount: 60, seconds: HOUR },
      { by: 'target', amount: 60, seconds: HOUR },
      { by: 'address', amount: 120, seconds: HOUR },
    ],
  },
  /** Passwords of a form that is checked. Taken before a bind, and given back unless the directory refused the password. */
  directory_password: {
    what: { 'zh-CN': '目录密码错误的次数', en: 'wrong directory passwords' },
    target: { 'zh-CN': '同一目录服务器', en: 'this directory server' },
    counts: [
      { by: 'account', amount: 5, seconds: 15 * MINUTE },
      { by: 'target', amount: 10, seconds: 15 * MINUTE },
      { by: 'address', amount: 10, seconds: 15 * MINUTE },
    ],
  },
  /**
   * Passwords of one name with which a form binds, counted over all accounts as those of one person below: the name may be that of any
   * person in the directory. Taken and given back together with `directory_password`.
   */
  directory_bind: {
    what: { 'zh-CN': '目录密码错误的次数', en: 'wrong directory passwords' },
    target: { 'zh-CN': '同一目录账号', en: 'this directory user' },
    counts: [{ by: 'target', amount: 3, seconds: 30 * MINUTE, restarts: true }],
  },
  /**
   * Passwords of one person in a directory, counted over all networks and accounts: fewer than the five at which directories usually lock.
   * The time begins anew with each one: a directory would count those of two windows together. Neither the account nor the server is
   * counted, or a stranger could keep everybody out. Taken and given back like those of a check.
   */
  directory_sign_in: {
    what: { 'zh-CN': '目录密码错误的次数', en: 'wrong directory passwords' },
    target: { 'zh-CN': '该成员', en: 'this member' },
    counts: [{ by: 'target', amount: 3, seconds: 30 * MINUTE, restarts: true }],
  },
  domain_check: {
    what: { 'zh-CN': '验证域名的次数', en: 'domain checks' },
    target: { 'zh-CN': '同一域名', en: 'this domain' },
    counts: [
      { by: 'account', amount: 60, seconds: HOUR },
      { by: 'target', amount: 60, seconds: HOUR },
      { by: 'address', amount: 120, seconds: HOUR },
    ],
  },
  webhook_test: {
    what: { 'zh-CN': '发送测试消息的次数', en: 'test messages' },
    counts: [
      { by: 'account', amount: 60, seconds: HOUR },
      { by: 'address', amount: 120, seconds: HOUR },
    ],
  },
  /** Letters that ask a person who does not expect it to prove an address. */
  contact_letter: {
    what: { 'zh-CN': '发送验证邮件的次数', en: 'verification letters' },
    target: { 'zh-CN': '同一邮箱', en: 'this e-mail address' },
    counts: [
      { by: 'target', amount: 3, seconds: DAY_SECONDS },
      { by: 'login', amount: 30, seconds: DAY_SECONDS },
      { by: 'account', amount: 60, seconds: DAY_SECONDS },
      { by: 'address', amount: 60, seconds: DAY_SECONDS },
    ],
  },
  /** What decides where data of the account is sent. The owner gets a message of each change, which too many would bury. */
  destination: {
    what: { 'zh-CN': '保存联系人、Webhook 和目录配置的次数', en: 'changes of contacts, the webhook and the directory' },
    multiplied: true,
    counts: [
      { by: 'login', amount: 120, seconds: DAY_SECONDS },
      { by: 'account', amount: 240, seconds: DAY_SECONDS },
    ],
  },
  /** Suffixes that are new to the account; taking back a former one is not counted. */
  suffix: {
    what: { 'zh-CN': '启用新账号后缀的次数', en: 'new account suffixes' },
    counts: [{ by: 'account', amount: 3, seconds: 30 * DAY_SECONDS }],
  },
  /** What operators have to read and answer: support tickets, what is added to them, and work orders. */
  ticket: {
    what: { 'zh-CN': '提交工单的次数', en: 'new tickets' },
    multiplied: true,
    counts: [{ by: 'account', amount: 20, seconds: DAY_SECONDS }],
  },
  ticket_reply: {
    what: { 'zh-CN': '回复和重新打开工单的次数', en: 'replies to tickets' },
    multiplied: true,
    counts: [{ by: 'account', amount: 60, seconds: DAY_SECONDS }],
  },
  work_order: {
    what: { 'zh-CN': '提交和答复组网工单的次数', en: 'work orders and answers' },
    multiplied: true,
    counts: [{ by: 'account', amount: 60, seconds: DAY_SECONDS }],
  },
  ticket_picture: {
    what: { 'zh-CN': '上传图片的数量', en: 'uploaded pictures' },
    counts: [{ by: 'account', amount: 300, seconds: DAY_SECONDS }],
  },
  /** Bytes of pictures as stored, whether or not a ticket shows them in the end. */
  picture_bytes: {
    what: { 'zh-CN': '上传图片的总大小', en: 'bytes of uploaded pictures' },
    unit: 'bytes',
    counts: [{ by: 'account', amount: 64 * MEGABYTE, seconds: DAY_SECONDS }],
  },
  /** Time in which the workbook reader reads the files of an account. */
  workbook_time: {
    what: { 'zh-CN': '读取表格所用的时间', en: 'time for reading spreadsheets' },
    unit: 'ms',
    counts: [
      { by: 'account', amount: 600_000, seconds: HOUR },
      { by: 'address', amount: 1_200_000, seconds: HOUR },
    ],
  },
  /** Links that give somebody without a sign-in the profile of a member. */
  profile_link: {
    what: { 'zh-CN': '生成配置链接的次数', en: 'links to profiles' },
    multiplied: true,
    counts: [
      { by: 'login', amount: 120, seconds: HOUR },
      { by: 'account', amount: 600, seconds: HOUR },
    ],
  },
  /** Tokens of such links that gave nothing. Taken before the token is looked up, and given back if it was good. */
  profile_link_token: {
    what: { 'zh-CN': '打开无效配置链接的次数', en: 'invalid links to profiles' },
    counts: [{ by: 'address', amount: 60, seconds: HOUR }],
  },
  /** New credentials for one device; a device needs one a month. */
  credential_renewal: {
    what: { 'zh-CN': '更换设备凭据的次数', en: 'credential renewals' },
    target: { 'zh-CN': '同一设备', en: 'this device' },
    counts: [{ by: 'target', amount: 60, seconds: HOUR }],
  },
  operator_sign_in: {
    what: { 'zh-CN': '登录的次数', en: 'sign-in tries' },
    target: { 'zh-CN': '同一用户名', en: 'this user name' },
    counts: [
      { by: 'address', amount: 100, seconds: 15 * MINUTE },
      { by: 'target', amount: 200, seconds: 15 * MINUTE },
    ],
  },
} as const satisfies Record<string, Budget>
export type BudgetName = keyof typeof budgets

/**
 * Costly reads of one account on one instance: the number that run at once and the number that wait. Calls beyond these are refused,
 * so that calls of other accounts do not wait behind them.
 */
export const costlyReads = { at_once: 2, waiting: 40 } as const

/** A budget that an endpoint takes from. */
export interface Spend {
  budget: BudgetName
  /**
   * What takes it: the door, before the handler, or the service, if the target or the amount is known only there.
   * Both use the same function and the same table.
   */
  at: 'door' | 'service'
  /** Only at the door: the field of the input that holds the target, if the budget counts one. */
  target?: string
}

const WHOSE: Record<Exclude<CountedBy, 'target'>, Texts> = {
  login: { 'zh-CN': '当前登录', en: 'your login' },
  account: { 'zh-CN': '本账号', en: 'this account' },
  operator: { 'zh-CN': '当前运营人员', en: 'this operator' },
  address: { 'zh-CN': '当前网络', en: 'your network' },
}

/** Returns what a budget is counted per, as the refusal words it. */
export const whoseCount = ({ target }: Budget, by: CountedBy, language: Language): string =>
  by === 'target' ? (target?.[language] ?? '') : WHOSE[by][language]

/** Returns a time in seconds as text, in one unit and rounded up: `45 秒`, `12 分钟`, `3 小时`, `29 天`. */
export function waitText(seconds: number, language: Language): string {
  const [size, zh, en] =
    seconds < 2 * MINUTE
      ? [1, '秒', 's']
      : seconds < 2 * HOUR
        ? [MINUTE, '分钟', 'min']
        : seconds < 2 * DAY_SECONDS
          ? [HOUR, '小时', 'h']
          : [DAY_SECONDS, '天', 'days']
  return `${Math.ceil(seconds / size)} ${language === 'en' ? en : zh}`
}

/** Returns an amount of a budget with its unit. */
function amountText({ unit }: Budget, amount: number): string {
  if (unit === 'bytes') return `${amount / MEGABYTE} MB`
  if (unit === 'ms') return `${amount / 1000} 秒`
  return String(amount)
}

/** Returns a budget as one line of the API document, in Chinese. */
export function budgetLine(name: BudgetName): string {
  const budget: Budget = budgets[name]
  const counts = budget.counts.map(
    ({ by, amount, seconds }) => `${whoseCount(budget, by, 'zh-CN')} ${amountText(budget, amount)} / ${waitText(seconds, 'zh-CN')}`,
  )
  const factor = budget.multiplied ? '；按安装的 WEFT_CALLS_FACTOR 倍增' : ''
  return `${budget.what['zh-CN']}（${counts.join('，')}${factor}）`
}
