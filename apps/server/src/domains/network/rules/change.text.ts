import {
  type Field,
  type FieldChange,
  isNetworkField,
  type Language,
  memberTypeNames,
  type MemberType,
  type NetworkField,
  networkFields,
  prefixRuleText,
  valueText,
} from '@weft/contract'
import type { CenterSettings, MemberSettings, NetworkSettings, PatchEntry, PrefixRule } from '@weft/member-config'
import { listed, listedAs } from '../../../kernel/listed.ts'
import { marked } from '../../../kernel/member-mark.ts'
import { changeWords } from './change-words.text.ts'

type Setting =
  | Exclude<keyof NetworkSettings, 'members'>
  | Exclude<keyof MemberSettings, 'center' | 'links' | 'pop_links'>
  | keyof CenterSettings
/** The words of every setting: one that has none in the contract does not compile here. */
const fields: Record<Setting | NetworkField, Field> = networkFields

/** A field that changed alike for several members, or once for the network. */
interface Grouped {
  field: NetworkField
  names: string[]
  from: unknown
  to: unknown
  say: (names: string) => string
}

type Sentence = (names: string, field: Field, from: unknown, to: unknown) => string

/** Returns the sentences of one language for each kind of field of the network, of members and of centers. */
function sentencesIn(language: Language) {
  const words = changeWords[language]
  const value = (field: Field, one: unknown) =>
    field.kind === 'name' && typeof one === 'string' && one !== '' ? marked(one) : valueText(field, one, language)
  const quoted = (field: Field, one: unknown) => words.quoted(value(field, one))
  const nameOf = (field: Field) => field.name[language]

  function prefixes(from: readonly PrefixRule[], to: readonly PrefixRule[]): string {
    const [had, has] = [from, to].map((rules) => rules.map((rule) => prefixRuleText(rule, language))) as [string[], string[]]
    const changes = [...listedAs(words.added, without(has, had), { language }), ...listedAs(words.removed, without(had, has), { language })]
    return changes.length > 0 ? changes.join(words.between) : words.reordered
  }

  /** Returns those parts of a value that are there, such as 主中心 A，备中心 B. */
  const given = (field: Field, to: object, keys: readonly string[]): string[] =>
    keys.flatMap((key) => {
      const part = field.parts?.[key]
      const one = (to as Record<string, unknown>)[key]
      return part && one ? [words.part(nameOf(part), value(part, one))] : []
    })

  const port = (field: Field, to: object): string => {
    const parts = given(field, to, Object.keys(field.parts ?? {}))
    return parts.length > 0 ? parts.join(words.between) : words.dynamicPort
  }

  function routing(field: Field, to: { type?: unknown }): string {
    const type = value(field.parts!['type']!, to.type === 1 ? 1 : 2)
    const chosen = to.type === 1 ? [] : given(field, to, ['main_router', 'secondary_router'])
    return [words.becomes(nameOf(field), type), ...chosen].join(words.between)
  }

  function centerLink(field: Field, to: { enable?: unknown }): string {
    const parts = [
      ...(to.enable === undefined ? [] : [value(field.parts!['enable']!, to.enable)]),
      ...given(field, to, ['center_router_name', 'segment', 'public_ip', 'public_port', 'static_port']),
    ]
    return words.parts(nameOf(field), parts.length > 0 ? parts.join(words.between) : words.ports)
  }

  function resource(field: Field, from: unknown, to: unknown): string {
    const name = nameOf(field)
    return to === null ? words.detached(name) : from === null ? words.attached(name) : words.swapped(name)
  }

  /** Returns the sentence of a setting of the network itself. */
  function ofNetwork(field: Field, from: unknown, to: unknown): string {
    if (field === networkFields.routing) return routing(field, to as object)
    if (field === networkFields.center_link) return centerLink(field, to as object)
    if (field.kind === 'pop_resource') return resource(field, from, to)
    if (field.kind === 'choice') return words.changes(nameOf(field), quoted(field, from), quoted(field, to))
    if (field.kind === 'addresses') return words.changes(nameOf(field), all(from), all(to))
    return words.becomes(nameOf(field), quoted(field, to))
  }
  const all = (list: unknown): string => ((list as string[] | undefined) ?? []).join(words.and) || words.nothing

  /** Returns the sentence of a setting of members. */
  const ofMembers: Sentence = (names, field, from, to) => {
    if (field === networkFields.member_type) {
      const [was, is] = [from, to].map((type) => memberTypeNames[type as MemberType][language]) as [string, string]
      return words.moved(was, is, names)
    }
    if (field.kind === 'prefixes') return words.parts(words.of(names, nameOf(field)), prefixes(from as PrefixRule[], to as PrefixRule[]))
    if (field.kind === 'switch') return (to === 1 ? words.on : words.off)(nameOf(field), names)
    if (field.kind === 'pop_area') return (to === null ? words.taken : words.replaced)(names, nameOf(field))
    // A member's own dial mode, which takes the place of the network's.
    const becomes = field === networkFields.mode && to === null ? words.quoted(words.followsNetwork) : quoted(field, to)
    return words.becomes(words.of(names, nameOf(field)), becomes)
  }

  /** Returns the sentence of a setting of a center. */
  const ofCenter: Sentence = (names, field, from, to) =>
    field.kind === 'parts'
      ? words.becomes(words.of(names, nameOf(field)), port(field, to as object))
      : words.changes(words.of(names, nameOf(field)), value(field, from), value(field, to))

  return { words, ofNetwork, ofMembers, ofCenter, listed: (names: readonly string[]) => listed(names.map(marked), { language }) }
}
type Sentences = ReturnType<typeof sentencesIn>

const without = (some: readonly string[], others: readonly string[]) => some.filter((one) => !others.includes(one))

/** Puts entries below one key together again: `routing.type` and `routing.main_router` make one `routing`. */
function gathered(entries: readonly PatchEntry[], depth: number): { from: Record<string, unknown>; to: Record<string, unknown> } {
  const whole = entries.find(({ path }) => path.length === depth)
  if (whole) return { from: (whole.from ?? {}) as Record<string, unknown>, to: (whole.to ?? {}) as Record<string, unknown> }
  const side = (key: 'from' | 'to') => Object.fromEntries(entries.map((entry) => [entry.path[depth]!, entry[key]]))
  return { from: side('from'), to: side('to') }
}

function networkGroups(patch: readonly PatchEntry[], { ofNetwork }: Sentences): Grouped[] {
  const byKey = Map.groupBy(
    patch.filter(({ path }) => path[0] !== 'members'),
    ({ path }) => path[0]!,
  )
  return [...byKey].flatMap(([key, entries]) => {
    if (!isNetworkField(key)) return []
    const field = fields[key]
    const { from, to } = field.kind === 'parts' ? gathered(entries, 1) : entries[0]!
    return [{ field: key, names: [], from, to, say: () => ofNetwork(field, from ?? null, to ?? null) }]
  })
}

/** Returns members that come, go or change, those that change alike together; changes of links that follow from others are left out. */
function memberGroups(patch: readonly PatchEntry[], { words, ofMembers, ofCenter }: Sentences, language: Language): Grouped[] {
  const groups = new Map<string, Grouped>()
  const add = (key: string, name: string, group: Omit<Grouped, 'names'>) => {
    const present = groups.get(key)
    if (present) present.names.push(name)
    else groups.set(key, { ...group, names: [name] })
  }
  for (const { path, from, to } of patch) {
    const [kind, name, field, below, leaf] = path
    if (kind !== 'members' || name === undefined) continue
    if (field === undefined) {
      const came = to as MemberSettings | undefined
      const left = from as MemberSettings | undefined
      if (came) {
        const part = memberTypeNames[came.member_type][language]
        add(`+${came.member_type}`, name, { field: 'member', from: null, to: came.member_type, say: (names) => words.joined(part, names) })
      } else add('-', name, { field: 'member', from: left?.member_type, to: null, say: words.left })
    } else if (field === 'links') {
      if (below !== undefined && leaf === 'enable')
        add(`link ${below} ${String(to)}`, name, {
          field: 'link',
          from,
          to,
          say: (names) => (to === 1 ? words.linkOn : words.linkOff)(names, marked(below)),
        })
    } else if (field === 'center') {
      if (below !== undefined && isNetworkField(below)) {
        const whole = leaf === undefined ? { from, to } : portOf(patch, name, below)
        const key = `${name} ${below}`
        const say = (names: string) => ofCenter(names, fields[below], whole.from, whole.to)
        if (!groups.has(key)) add(key, name, { field: below, ...whole, say })
      }
      // That a branch became a center is said by its position; this is about branches that listen.
      if (below === undefined && !changesPosition(patch, name))
        add(`listens ${to === null}`, name, {
          field: 'listens',
          from: from ? 1 : 0,
          to: to ? 1 : 0,
          say: to ? words.listens : words.listensNoMore,
        })
    } else if (isNetworkField(field) && !(field === 'metric' && to === null))
      add(JSON.stringify([field, from, to]), name, { field, from, to, say: (names) => ofMembers(names, fields[field], from, to) })
  }
  return [...groups.values()]
}

const changesPosition = (patch: readonly PatchEntry[], name: string) =>
  patch.some(({ path }) => path[1] === name && path[2] === 'member_type')

const portOf = (patch: readonly PatchEntry[], name: string, key: string) =>
  gathered(
    patch.filter(({ path }) => path[1] === name && path[2] === 'center' && path[3] === key),
    4,
  )

/** Returns what a patch changes, in sentences of the reader's language, with a mark for each member; members that change alike share one. */
export function sentencesOf(patch: readonly PatchEntry[], language: Language): FieldChange[] {
  const sentences = sentencesIn(language)
  return [...networkGroups(patch, sentences), ...memberGroups(patch, sentences, language)].map(({ field, names, from, to, say }) => ({
    field,
    from: from ?? null,
    to: to ?? null,
    text: say(sentences.listed(names)),
  }))
}

/** Returns the members that a patch names: those that it changes, the ends of their links, and those that a setting of the network chooses. */
export const membersOfPatch = (patch: readonly PatchEntry[]): string[] => [
  ...new Set(
    patch.flatMap(({ path: [kind, name, field, below], from, to }) => {
      if (kind === 'members') return [name, field === 'links' ? below : undefined].flatMap((one) => one ?? [])
      return name === undefined
        ? [from, to].flatMap(chosenIn)
        : isChoice(name)
          ? [from, to].flatMap((one) => (typeof one === 'string' ? one : []))
          : []
    }),
  ),
]
/** The parts of a network's settings that name a member. */
const CHOICES = ['main_router', 'secondary_router', 'center_router_name'] as const
const isChoice = (key: string) => (CHOICES as readonly string[]).includes(key)
const chosenIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, one]) => (isChoice(key) && typeof one === 'string' ? [one] : []))
    : []

/** Returns a patch without what it changes of members that the reader may not know, and without their names. */
export function seenPatch(patch: readonly PatchEntry[], sees: (router_name: string) => boolean): PatchEntry[] {
  const known = (value: unknown) => (typeof value === 'string' && !sees(value) ? null : value)
  const without = (value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, isChoice(key) ? known(one) : one]))
      : value
  return patch.flatMap((entry): PatchEntry[] => {
    const [kind, name, field, below] = entry.path
    if (kind === 'members')
      return name !== undefined && sees(name) && (field !== 'links' || below === undefined || sees(below)) ? [entry] : []
    const said = name !== undefined && isChoice(name) ? known : without
    return [{ ...entry, from: said(entry.from), to: said(entry.to) }]
  })
}

/** Returns the sentences of changes in one line. */
export const summaryOf = (changes: readonly FieldChange[], language: Language): string =>
  listed(
    changes.map(({ text }) => text),
    { language, between: changeWords[language].between, unit: '项' },
  )

/** The summary of a change to members that the reader may not know. */
export const HIDDEN_CHANGE: Record<Language, string> = { 'zh-CN': '修改其他成员的设置', en: 'Settings of other members changed' }

/** The titles that the program itself gives to revisions. They are stored in Chinese; each with its English. */
const ownTitles: readonly (readonly [chinese: RegExp, english: string])[] = [
  [/^创建组网$/, 'Network created'],
  [/^恢复到版本 (\d+)$/, 'Revision $1 restored'],
  [/^中心 (.+) 失去连接，自动恢复到版本 (\d+)$/, 'Hub $1 lost its connection; revision $2 was restored by itself'],
  [
    /^60 秒内没有隧道通过 (.+) 的新公网地址和端口连通，已自动恢复原设置$/,
    'No tunnel came up at the new public address and port of $1 within 60 s; the former ones were restored by themselves',
  ],
]

/** Returns the title of a revision in the reader's language; one that somebody gave it stays as it was written. */
export function titleIn(language: Language, title: string): string {
  const [chinese, english] = language === 'en' ? (ownTitles.find(([pattern]) => pattern.test(title)) ?? []) : []
  return chinese && english ? title.replace(chinese, english) : title
}
