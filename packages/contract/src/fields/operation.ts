import type { OperationRecord, OperationValue } from '../console/operation-log.ts'
import { type TicketType, ticketTypeNames } from '../console/support-ticket.ts'
import { directoryTypeNames } from '../directory.ts'
import type { Language } from '../language.ts'
import { serviceCatalogue } from '../services.ts'
import { type Field, type Words, words } from './field.ts'
import { fieldLabels } from './input-names.ts'
import { memberFields } from './member.ts'
import { isNetworkField, networkFields, valueLines } from './network.ts'

const yesOrNo = { 0: words('否', 'No'), 1: words('是', 'Yes') }
const onOrOff = { 0: words('关闭', 'Off'), 1: words('开启', 'On') }
const times = (name: Words): Field => ({ name, kind: 'time' })
const labelled = (key: string, kind: Field['kind'] = 'text'): Field => ({ name: fieldLabels[key]!, kind })

/** Fields of operations whose values are not written as they are kept. */
const operationFields: Record<string, Field> = {
  status: memberFields.status,
  totp: { name: words('两步验证', 'Second factor'), kind: 'switch', values: onOrOff },
  confined: {
    name: words('组网范围', 'Networks'),
    kind: 'switch',
    values: { 0: words('全部组网', 'All'), 1: words('指定组网', 'Designated') },
  },
  use_ssl: { name: fieldLabels['use_ssl']!, kind: 'switch', values: yesOrNo },
  use_tls: { name: fieldLabels['use_tls']!, kind: 'switch', values: yesOrNo },
  service_code: { name: words('服务', 'Service'), kind: 'choice', values: serviceCatalogue },
  ticket_type: { name: fieldLabels['type']!, kind: 'choice', values: ticketTypeNames satisfies Record<TicketType, Words> },
  ticket_title: labelled('title'),
  default_channel: {
    name: fieldLabels['channel']!,
    kind: 'choice',
    values: { phone: words('手机', 'Phone'), email: words('邮箱', 'E-mail') },
  },
  start_time: times(fieldLabels['start_time']!),
  end_time: times(fieldLabels['end_time']!),
  expired_time: times(fieldLabels['expired_time']!),
  expire_time: times(fieldLabels['expire_time']!),
  release_time: times(fieldLabels['release_time']!),
  temp_start_date: times(fieldLabels['temp_start_date']!),
  temp_expire_date: times(fieldLabels['temp_expire_date']!),
  network_status: {
    name: words('组网状态', 'Networks'),
    kind: 'switch',
    values: { 0: words('不可用', 'Unusable'), 1: words('可用', 'Usable') },
  },
  moved_from: { name: words('原绑定成员', 'Was bound to'), kind: 'name' },
  members: { name: words('成员', 'Members'), kind: 'names' },
  pictures: { name: words('图片', 'Pictures'), kind: 'text' },
}
/** Fields that mean something else in one part of the account. */
const fieldsOfArea: Partial<Record<OperationRecord['mode'], Record<string, Field>>> = {
  role: { note: labelled('role_note') },
  directory: {
    type: { name: fieldLabels['type']!, kind: 'choice', values: directoryTypeNames },
    sync_mode: { name: fieldLabels['sync_mode']!, kind: 'choice', values: { 1: words('手动', 'Manual'), 2: words('自动', 'Automatic') } },
  },
}

/** Returns the field of a value, or one that is named by its key where no table has it: rows of older versions may have such keys. */
const fieldOf = (mode: OperationRecord['mode'], key: string): Field =>
  fieldsOfArea[mode]?.[key] ??
  operationFields[key] ??
  (isNetworkField(key) && mode === 'network' ? networkFields[key] : { name: fieldLabels[key] ?? words(key, key), kind: 'text' })

/** A value of an operation in words, one line for each of several things; undefined where there was or is none. */
export interface SaidValue {
  name: string
  /** Says whose value it is, where the name does not. */
  hint: string | undefined
  before: string[] | undefined
  after: string[] | undefined
}

/**
 * Returns the values that an operation changed, in words.
 * @param time writes a moment, given in Unix seconds, in the reader's form
 */
export function operationValues(
  { mode, values }: Pick<OperationRecord, 'mode' | 'values'>,
  language: Language,
  time: (seconds: number) => string,
): SaidValue[] {
  const said = (field: Field, value: unknown): string[] | undefined => {
    if (value === undefined) return undefined
    if (field.kind === 'time' && typeof value === 'number') return [time(value)]
    if (Array.isArray(value) && value.some((one) => typeof one === 'object')) return value.map((one: unknown) => inOneLine(one, language))
    if (typeof value === 'object' && value !== null && !Array.isArray(value) && !field.parts) return [inOneLine(value, language)]
    return valueLines(field, value, language)
  }
  return values.map(({ field: key, text, before, after }: OperationValue) => {
    const field = fieldOf(mode, key)
    return { name: field.name[language], hint: text, before: said(field, before), after: said(field, after) }
  })
}

/** Returns the parts of an object in one line, in their order: those of a member are its serial number and its name. */
function inOneLine(value: unknown, language: Language): string {
  if (typeof value === 'string') return value
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  return Object.values(value)
    .filter((part: unknown) => part !== null && part !== '')
    .map((part: unknown) => inOneLine(part, language))
    .join(language === 'en' ? ', ' : '，')
}
