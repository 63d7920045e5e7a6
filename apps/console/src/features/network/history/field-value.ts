import type { NetworkInfo } from '@weft/contract'
import type * as text from './history.text.ts'

type T = (typeof text)['zhCN']
type Known = Pick<NetworkInfo, 'network_fr'>

/** What a field held, as its reader would say it; of several things one a line. */
export function valueLines(field: string, value: unknown, t: T, known: Known): string[] {
  if (value === null || value === undefined || value === '') return [t.none]
  if (Array.isArray(value))
    return value.length === 0 ? [t.none] : value.map((one: unknown) => (isRule(one) ? ruleText(one, t) : textOf(one)))
  if (typeof value === 'object') {
    const parts = Object.entries(value)
    return parts.length === 0 ? [t.none] : parts.map(([name, part]) => t.part(t.parts[name] ?? name, oneValue(name, part, t)))
  }
  if (field === 'network_fr_id') return [textOf(value) === known.network_fr?.network_fr_id ? known.network_fr.shortname : t.resource]
  if (field === 'ov_main' || field === 'ov_backup')
    return [known.network_fr?.areas.find(({ ov_id }) => ov_id === textOf(value))?.area ?? textOf(value)]
  return [oneValue(field, value, t)]
}

/** A plain value as it is written. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const oneValue = (name: string, value: unknown, t: T): string =>
  value === null || value === undefined || value === '' ? t.none : (t.values[name]?.[textOf(value)] ?? textOf(value))

interface Rule {
  ip: string
  mask: number
  permission: 'permit' | 'deny'
  ge: number | null
  le: number | null
}
const isRule = (value: unknown): value is Rule => typeof value === 'object' && value !== null && 'ip' in value && 'mask' in value
const ruleText = ({ ip, mask, permission, ge, le }: Rule, t: T): string =>
  [
    `${ip}/${mask}`,
    ...(permission === 'deny' ? [t.deny] : []),
    ...(ge === null ? [] : [`ge ${ge}`]),
    ...(le === null ? [] : [`le ${le}`]),
  ].join(' ')
