import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  CERTIFICATE_ENDINGS,
  CERTIFICATE_MAX_BYTES,
  CONTACT_LETTER_SECONDS,
  contract,
  DEFAULT_AREA_CODE,
  DIRECTORY_SEARCH_MAX,
  type Endpoint,
  LINK_SECONDS,
  LIVE_POINTS,
  MEMBER_USERNAME_MAX,
  NETWORK_NAME_MAX,
  NOTE_MAX,
  PAGE_SIZE,
  POP_NETWORK_NAME_MAX,
  POP_PRIORITY,
  sentenceOf,
  SHEET_MAX_BYTES,
  TICKET_CONTENT_MIN,
  TICKET_FILE_BYTES,
  TICKET_FILES_MAX,
  TICKET_TITLE_MAX,
  TICKET_TITLE_MIN,
  ticketTypes,
  WORK_ORDER_BANDWIDTHS,
  WORK_ORDER_TYPE,
} from '../src/index.ts'
import { LONGER, specifiedCalls, specifiedSentences } from './specification-calls.ts'

const calls = new Map(
  Object.values(contract)
    .flatMap((group) => Object.values(group) as Endpoint[])
    .map((call) => [`${call.method} ${call.path}`, call]),
)
const rows = (table: string) =>
  table
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('|').map((cell) => cell.trim()) as [string, string, string])
const words = (cell: string) => cell.split(' ').filter((word) => word !== '')

/** Returns the schemas that may stand for a value: of a list, a map or a choice those inside. */
function insideOf(schema: z.ZodType): z.ZodType[] {
  if (schema instanceof z.ZodPipe) return insideOf((schema.in instanceof z.ZodTransform ? schema.out : schema.in) as z.ZodType)
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return insideOf(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodArray) return insideOf(schema.element as z.ZodType)
  if (schema instanceof z.ZodRecord) return insideOf(schema.valueType as z.ZodType)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => insideOf(option as z.ZodType))
  return [schema]
}
const shapesOf = (schema: z.ZodType) =>
  insideOf(schema).flatMap((one) => (one instanceof z.ZodObject ? [one.shape as Record<string, z.ZodType>] : []))
const has = (schema: z.ZodType, [name, ...rest]: string[]): boolean =>
  name === undefined || shapesOf(schema).some((shape) => shape[name] !== undefined && has(shape[name], rest))

/** Returns whether the envelope of a call has a field beside `data`. */
const inEnvelope = ({ paged, repeats, done }: Endpoint, name: string) =>
  name === 'msg' ? done !== null : name === 'count' && paged ? true : repeats.includes(name)

/** Returns the data of an answer: the rows of a list. */
const dataOf = ({ paged, output }: Endpoint) => (paged ? shapesOf(output)[0]!['rows']! : output)

describe.each(rows(specifiedCalls))('%s of the specification', (key, sent, answered) => {
  it('is a call of the product that takes and answers the fields of the document, and needs no others', () => {
    const call = calls.get(key)!
    expect(call, key).toBeDefined()
    const given = words(sent)
    const data = dataOf(call)
    const missing = {
      sent: given.filter((field) => field !== '…' && !has(call.input, field.split('.'))),
      answered: words(answered).filter(
        (field) => !(field.startsWith('^') ? inEnvelope(call, field.slice(1)) : has(data, field.split('.'))),
      ),
    }
    expect(missing).toEqual({ sent: [], answered: [] })
    const named = new Set(given.map((field) => field.split('.')[0]))
    const needed = shapesOf(call.input).flatMap((shape) => Object.keys(shape).filter((name) => !shape[name]!.safeParse(undefined).success))
    const unnamed = needed.filter((name) => !named.has(name))
    expect(given.includes('…') ? [] : unnamed).toEqual([])
  })
})

it.each(rows(specifiedSentences))('%s says %s', (key, _, sentence) => {
  expect(sentenceOf(calls.get(key)!, {}, {}, 'zh-CN')).toBe(sentence)
})

it('calls about a directory have 60 s and others 10 s, except for files and for those that are named', () => {
  const other = [...calls.values()].filter(
    ({ path, timeout, media_type, method }) =>
      method !== 'WS' && media_type === null && timeout !== null && timeout !== (path.startsWith('ldap/') ? 60 : 10),
  )
  expect(other.map(({ path }) => path).toSorted()).toEqual(words(LONGER.replaceAll('\n', ' ')).toSorted())
})

it('the limits are those of the documents', () => {
  expect({
    page: PAGE_SIZE,
    ticket: [TICKET_TITLE_MIN, TICKET_TITLE_MAX, TICKET_CONTENT_MIN, TICKET_FILES_MAX, TICKET_FILE_BYTES],
    ticket_types: ticketTypes,
    link_token: LINK_SECONDS,
    country: DEFAULT_AREA_CODE,
    contact_letter: CONTACT_LETTER_SECONDS,
    live_points: LIVE_POINTS,
    names: [NOTE_MAX, NETWORK_NAME_MAX, POP_NETWORK_NAME_MAX, MEMBER_USERNAME_MAX],
    uploads: [SHEET_MAX_BYTES, CERTIFICATE_MAX_BYTES],
    certificates: CERTIFICATE_ENDINGS,
    work_order: [WORK_ORDER_TYPE, WORK_ORDER_BANDWIDTHS],
    priority: POP_PRIORITY,
    directory_search: DIRECTORY_SEARCH_MAX,
  }).toEqual({
    page: 10,
    ticket: [2, 32, 10, 3, 2_097_152],
    ticket_types: [1, 2, 3, 4, 6],
    link_token: 3600,
    country: '86',
    contact_letter: 60,
    live_points: 40,
    names: [24, 24, 32, 18],
    uploads: [2_097_152, 2_097_152],
    certificates: ['cert', 'crt', 'cer', 'pem'],
    work_order: [1001, [1, 50, 100, 150, 200]],
    priority: 3,
    directory_search: 10,
  })
})
