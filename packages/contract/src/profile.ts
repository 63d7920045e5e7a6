import { DAY_MS } from './day.ts'
import { z } from 'zod'
import { lineOfText, Username } from './fields/schemas.ts'
import { plain, readLine } from './reading.ts'

/** Industries of a profile, in the order of the form (specification 1 §3): I1 is the default, I18 is last. */
export const industries = {
  I1: { 'zh-CN': '政府/非营利组织', en: 'Government and non-profit' },
  I2: { 'zh-CN': '信息与咨询服务', en: 'Information and consulting' },
  I3: { 'zh-CN': '社会服务', en: 'Social services' },
  I4: { 'zh-CN': '商业团体/纳税主体', en: 'Business groups and taxpayers' },
  I5: { 'zh-CN': '体育与文娱', en: 'Sports and entertainment' },
  I6: { 'zh-CN': '交通运输', en: 'Transport' },
  I7: { 'zh-CN': '广告/传媒', en: 'Advertising and media' },
  I8: { 'zh-CN': '商务代理', en: 'Business agencies' },
  I9: { 'zh-CN': '教育培训', en: 'Education and training' },
  I10: { 'zh-CN': '房地产/建筑', en: 'Real estate' },
  I11: { 'zh-CN': '邮政', en: 'Postal services' },
  I12: { 'zh-CN': '互联网', en: 'Internet' },
  I13: { 'zh-CN': '制造业', en: 'Manufacturing' },
  I14: { 'zh-CN': '能源/环保', en: 'Energy and environment' },
  I15: { 'zh-CN': '建筑工程', en: 'Construction' },
  I16: { 'zh-CN': '农林牧渔', en: 'Agriculture, forestry and fishing' },
  I17: { 'zh-CN': '采矿业', en: 'Mining' },
  I19: { 'zh-CN': '餐饮/食品', en: 'Catering and food' },
  I20: { 'zh-CN': '医药/医疗', en: 'Pharmaceuticals and medicine' },
  I21: { 'zh-CN': '电子/通信', en: 'Electronics and telecommunications' },
  I22: { 'zh-CN': '服务业', en: 'Services' },
  I24: { 'zh-CN': '金融业', en: 'Finance' },
  I18: { 'zh-CN': '其他', en: 'Other' },
} as const
export type Industry = keyof typeof industries
export const DEFAULT_INDUSTRY: Industry = 'I1'
export const Industry = z.enum(Object.keys(industries) as [Industry, ...Industry[]])

export const NICKNAME_MAX = 12
/** The nickname of a new account: 2–12 Chinese characters, letters or digits (specification 1 §5). */
export const NewNickname = z
  .string()
  .overwrite(readLine)
  .min(1, 'required')
  .regex(/^[\p{Script=Han}A-Za-z0-9]{2,12}$/u, 'nickname')
export const Nickname = lineOfText(1, NICKNAME_MAX)
export const Occupation = lineOfText(1, NICKNAME_MAX)

/** The least days since a birthday (specification 1 §5). */
const YOUNGEST_DAYS = 100
const EARLIEST_BIRTHDAY = '1900-01-01'
/** Returns the latest birthday that is accepted on a day in Beijing, as yyyy-MM-dd. */
export const latestBirthday = (now: Date): string =>
  new Date(now.getTime() + DAY_MS / 3 - YOUNGEST_DAYS * DAY_MS).toISOString().slice(0, 10)

export const Birthday = z
  .string()
  .min(1, 'required')
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'format')
  .refine((day) => !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day), { error: 'format', abort: true })
  .refine((day) => day >= EARLIEST_BIRTHDAY && day <= latestBirthday(new Date()), { error: 'birthday' })

export const Profile = z.strictObject({
  username: Username,
  nickname: Nickname,
  birthday: Birthday,
  industry: Industry,
  occupation: Occupation,
})

/** The suffix of software members' logins, unique over all accounts (docs/design/domain.md §4). */
export const Sign = z
  .string()
  .overwrite(plain)
  .min(1, 'required')
  .regex(/^[A-Za-z0-9]{6,12}$/, 'sign')
