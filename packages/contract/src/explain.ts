import type { z } from 'zod'
import { fieldLabels } from './fields/input-names.ts'
import type { Language } from './language.ts'
import { fileEndingText, sharedSentences } from './shared-sentences.ts'
import { type RightArea, rightAreaNames } from './rights.ts'
import { spaced } from './spacing.ts'

/** One problem of an input: the field's path and a sentence that names the field. */
export interface FieldError {
  field: string
  msg: string
}

type Sentence = (field: string, ...args: string[]) => string
const notNetwork = (language: Language, mask: string, segment: readonly string[]) =>
  sharedSentences.segmentNotNetwork[language].replace('{segment}', segment.join('.')).replace('{mask}', mask)
const areaName = (area: string | undefined, language: Language) => rightAreaNames[area as RightArea][language]
/** Sentences that a schema can name as its message: `exactly.4` is `exactly` with the argument 4. */
const sentences: Record<Language, Record<string, Sentence>> = {
  'zh-CN': {
    required: (f) => `${f}不能为空`,
    exactly: (f, n) => `${f}长度必须为 ${n} 位`,
    between: (f, min, max) => `${f}长度为 ${min}–${max} 位`,
    atMost: (f, max) => `${f}不能超过 ${max} 个字符`,
    characters: (f, min, max) => `${f}为 ${min}–${max} 个字符`,
    atLeast: (f, n) => `${f}至少 ${n} 个字符`,
    control: (f) => `${f}不能包含换行或控制字符`,
    controlInLines: (f) => `${f}不能包含控制字符`,
    format: (f) => `${f}格式不正确`,
    choice: (f) => `请选择正确的${f}`,
    username: (f) => `${f}为 6–18 位字母或数字`,
    usernameDigits: (f) => `${f}不能全部为数字，以免与手机号混淆`,
    operatorName: (f) => `${f}为 3–32 位字母、数字、点、连字符或下划线，以字母开头`,
    nickname: (f) => `${f}为 2–12 位中文、字母或数字`,
    sign: (f) => `${f}为 6–12 位字母或数字`,
    memberUsername: (f) => `${f}为 3–18 位字母、数字、下划线或点`,
    phoneRequired: () => '手机号不能为空',
    phone: () => '请输入正确的手机号',
    emailRequired: () => '邮箱不能为空',
    email: () => '请输入正确的邮箱',
    passwordsDiffer: () => '两次输入的密码不一致',
    birthday: (f) => `请选择正确的${f}，不晚于今天之前 100 天`,
    chooseMessage: () => '请选择消息标题',
    password: (f) => `${f}只能包含字母、数字和符号`,
    number: (f) => `${f}必须是数字`,
    wholeNumber: (f) => `${f}必须是整数`,
    atLeastNumber: (f, n) => `${f}不能小于 ${n}`,
    atMostNumber: (f, n) => `${f}不能大于 ${n}`,
    tooFew: (f, n) => `${f}至少需要 ${n} 项`,
    tooMany: (f, n) => `${f}最多 ${n} 项`,
    formula: (f) => `${f}不能是公式，请填写文本`,
    chooseOne: () => '请至少选择一项',
    chooseFile: () => '请选择文件',
    fileEnding: (_, ...endings) => fileEndingText(endings, 'zh-CN'),
    twice: (f) => `${f}重复`,
    ipv4: (f) => (f.includes('IP') ? '请输入正确的 IP 地址' : `请输入正确的${f}`),
    reserved: (f, ...block) => `${f}不能使用保留网段 ${block.join('.')} 内的地址`,
    range: (f, min, max) => `${f}范围为 ${min}–${max}`,
    segment: (_, mask = '', ...segment) => notNetwork('zh-CN', mask, segment),
    portsTogether: () => sharedSentences.portsTogether['zh-CN'],
    geAboveMask: () => 'ge 必须大于掩码',
    leAboveMask: () => 'le 必须大于掩码',
    geAboveLe: () => 'ge 不能大于 le',
    subAccountName: (f) => `${f}为 1–18 位字母、数字、下划线、点或连字符，以字母或数字开头`,
    dialMode: () => '请选择正确的拨号方式',
    chooseNetwork: () => '请至少选择一个组网',
    viewNeeded: (_, area) => `请先勾选${areaName(area, 'zh-CN')}的查看，再授予其他权限`,
    dayOrder: () => '结束日期不能早于开始日期',
    maintenanceOrder: () => '结束时间必须晚于开始时间',
    maintenanceLength: () => '维护窗口最长 31 天',
    endOrDuration: () => '结束时间与持续时间只能填写一个',
    webhookType: () => '请选择类型',
    webhookAddress: () => '请输入以 https:// 开头的地址',
    tempOrder: () => '临时带宽结束时间必须晚于开始时间',
    ticketType: () => '请选择问题类型',
    ticketGrade: () => '请选择评分',
    ticketFiles: (_, n) => `最多上传 ${n} 个附件`,
    digits: (f) => `${f}只能输入数字`,
    caRequired: () => '请上传 CA 证书',
    directoryMode: () => '请选择接入方式',
    directoryRouter: () => '请选择硬件成员',
    unknownField: (f) => `不支持的字段：${f}`,
  },
  en: {
    required: (f) => `${f} cannot be empty`,
    exactly: (f, n) => `${f} must have ${n} characters`,
    between: (f, min, max) => `${f} must have ${min}–${max} characters`,
    atMost: (f, max) => `${f} has at most ${max} characters`,
    characters: (f, min, max) => `${f} must have ${min}–${max} characters`,
    atLeast: (f, n) => `${f} needs at least ${n} characters`,
    control: (f) => `${f} cannot contain line breaks or control characters`,
    controlInLines: (f) => `${f} cannot contain control characters`,
    format: (f) => `${f} has a wrong format`,
    choice: (f) => `Choose a valid ${f}`,
    username: (f) => `${f} must be 6–18 letters or digits`,
    usernameDigits: (f) => `${f} must not be digits alone: it could be taken for a phone number`,
    operatorName: (f) => `${f} must be 3–32 letters, digits, dots, hyphens or underscores, beginning with a letter`,
    nickname: (f) => `${f} must be 2–12 Chinese characters, letters or digits`,
    sign: (f) => `${f} must be 6–12 letters or digits`,
    memberUsername: (f) => `${f} must be 3–18 letters, digits, underscores or dots`,
    phoneRequired: () => 'Phone cannot be empty',
    phone: () => 'Enter a valid phone number',
    emailRequired: () => 'E-mail cannot be empty',
    email: () => 'Enter a valid e-mail address',
    passwordsDiffer: () => 'The two passwords differ',
    birthday: (f) => `Choose a valid ${f}, at least 100 days ago`,
    chooseMessage: () => 'Select a message first',
    password: (f) => `${f} may only contain letters, digits and symbols`,
    number: (f) => `${f} must be a number`,
    wholeNumber: (f) => `${f} must be a whole number`,
    atLeastNumber: (f, n) => `${f} must be at least ${n}`,
    atMostNumber: (f, n) => `${f} must be at most ${n}`,
    tooFew: (f, n) => `${f} needs at least ${n}`,
    tooMany: (f, n) => `${f} takes at most ${n}`,
    formula: (f) => `${f} must be text, not a formula`,
    chooseOne: () => 'Choose at least one',
    chooseFile: () => 'Choose a file',
    fileEnding: (_, ...endings) => fileEndingText(endings, 'en'),
    twice: (f) => `${f} occurs twice`,
    ipv4: (f) => `Enter a valid ${f}`,
    reserved: (f, ...block) => `${f} cannot be an address of the reserved block ${block.join('.')}`,
    range: (f, min, max) => `${f} ranges from ${min} to ${max}`,
    segment: (_, mask = '', ...segment) => notNetwork('en', mask, segment),
    portsTogether: () => sharedSentences.portsTogether.en,
    geAboveMask: () => 'ge must be larger than the mask',
    leAboveMask: () => 'le must be larger than the mask',
    geAboveLe: () => 'ge must not be larger than le',
    subAccountName: (f) => `${f} must be 1–18 letters, digits, underscores, dots or hyphens, beginning with a letter or digit`,
    dialMode: () => 'Choose a valid dial mode',
    chooseNetwork: () => 'Choose at least one network',
    viewNeeded: (_, area) => `Tick viewing of ${areaName(area, 'en').toLowerCase()} before other rights to them`,
    dayOrder: () => 'The last day must not be before the first',
    maintenanceOrder: () => 'It must end after it starts',
    maintenanceLength: () => 'A window lasts 31 days at most',
    endOrDuration: () => 'Give either an end or a duration',
    webhookType: () => 'Choose a type',
    webhookAddress: () => 'Enter an address that starts with https://',
    tempOrder: () => 'The temporary bandwidth must end after it starts',
    ticketType: () => 'Choose a kind of problem',
    ticketGrade: () => 'Choose a rating',
    ticketFiles: (_, n) => `At most ${n} attachments`,
    digits: (f) => `${f} takes digits alone`,
    caRequired: () => 'Upload the CA certificate',
    directoryMode: () => 'Choose how the directory is reached',
    directoryRouter: () => 'Choose a hardware member',
    unknownField: (f) => `Unknown field: ${f}`,
  },
}

/** Returns the label of the innermost named part of a path: `center.0` gets that of `center`. @param named a key that the schema names */
function labelOf(path: readonly PropertyKey[], language: Language, given?: string, named?: string): string {
  if (given) return given
  const name = named ?? path.findLast((part) => typeof part === 'string')
  if (name === undefined) return language === 'en' ? 'Input' : '内容'
  return fieldLabels[name]?.[language] ?? name
}

function sentenceOf(issue: z.core.$ZodIssue, message: string): [key: string, ...args: string[]] {
  // A schema's message is the key of a sentence with its arguments; zod's own messages have spaces and never match.
  const [key = '', ...args] = message.split('.')
  if (Object.hasOwn(sentences.en, key)) return [key, ...args]
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return ['required']
      if (issue.expected === 'int' && Number.isFinite(issue.input)) return ['wholeNumber']
      return issue.expected === 'number' || issue.expected === 'int' ? ['number'] : ['format']
    case 'too_small':
      if (issue.origin === 'string') return Number(issue.minimum) <= 1 ? ['required'] : ['format']
      return issue.origin === 'array' ? ['tooFew', String(issue.minimum)] : ['atLeastNumber', String(issue.minimum)]
    case 'too_big':
      if (issue.origin === 'string') return ['atMost', String(issue.maximum)]
      return issue.origin === 'array' ? ['tooMany', String(issue.maximum)] : ['atMostNumber', String(issue.maximum)]
    case 'invalid_value':
    case 'invalid_union':
      return issue.input === undefined ? ['required'] : ['choice']
    default:
      return ['format']
  }
}

/**
 * Returns the problems of an input, field by field, in the order of the schema.
 * @param label names the field in place of the dictionary, for a form whose label differs
 */
export function explain(error: { issues: readonly z.core.$ZodIssue[] }, language: Language, label?: string): FieldError[] {
  return error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ field: [...issue.path, key].join('.'), msg: sentences[language].unknownField!(key.slice(0, 64)) }))
    const [message = '', named] = issue.message.split('@')
    const [key, ...args] = sentenceOf(issue, message)
    const sentence = sentences[language][key]!(labelOf(issue.path, language, label, named), ...args)
    return [{ field: issue.path.join('.'), msg: language === 'zh-CN' ? spaced(sentence) : sentence }]
  })
}

export type Checked<T> = { ok: true; value: T } | { ok: false; errors: FieldError[] }

/** Checks a value against a schema and returns it or its problems in one language; the first error is the first problem of the form. */
export function check<S extends z.ZodType>(schema: S, value: unknown, language: Language, label?: string): Checked<z.output<S>> {
  const parsed = schema.safeParse(value, { reportInput: true })
  return parsed.success ? { ok: true, value: parsed.data } : { ok: false, errors: explain(parsed.error, language, label) }
}
