/** The actions of the palette, each with the kind of thing that it acts on: a member, a network, or none. */
export const verbs = {
  prefix: 'member',
  rename: 'member',
  redial: 'member',
  resend: 'member',
  why: 'member',
  mute: 'member',
  enable: 'member',
  disable: 'member',
  branches: 'network',
  restore: 'network',
  software: 'none',
  export: 'none',
  theme: 'none',
} as const
export type Verb = keyof typeof verbs
export type MemberVerb = { [V in Verb]: (typeof verbs)[V] extends 'member' ? V : never }[Verb]
export type NetworkVerb = { [V in Verb]: (typeof verbs)[V] extends 'network' ? V : never }[Verb]

/** The words by which each is meant, in both languages whatever the screen's language is. */
const words: Record<Verb, readonly string[]> = {
  prefix: ['加路由前缀', '路由前缀', '加前缀', '前缀', '加网段', 'add prefix', 'prefix', 'route'],
  rename: ['修改名称', '改名称', '重命名', '改名', '名称', '备注', 'rename', 'name'],
  redial: ['重新拨号', '重置重拨', '断开并重连', '重拨', '拨号', 'redial', 'reconnect'],
  resend: ['重新下发配置', '重新下发', '下发配置', '下发', 'send again', 'resend'],
  why: ['为什么失联', '为什么离线', '为什么', '失联', '离线', '排查', 'why', 'lost', 'offline'],
  mute: ['静默告警', '静默', '告警', 'mute', 'alert'],
  enable: ['启用', 'enable'],
  disable: ['停用', '禁用', 'disable'],
  branches: ['添加分支', '加分支', '分支', '添加成员', 'add branches', 'branches', 'branch'],
  restore: ['恢复到版本', '恢复版本', '恢复', '回滚', '历史版本', '版本', 'restore', 'roll back', 'version'],
  software: ['添加软件成员', '加软件成员', '添加账号', '软件成员', 'add software member', 'software'],
  export: ['导出', 'export', 'download'],
  theme: ['切换主题', '主题', '深色', '浅色', 'theme', 'dark', 'light'],
}

/** Returns the word with which a verb is typed for someone who chose it before its object. */
export const firstWordOf = (verb: Verb): string => words[verb][0]!

/** A verb that a typed text names, and the rest of the text, which names what it is done to. */
export interface Meant {
  verb: Verb
  object: string
}

/**
 * Returns the verbs that a text names, those named with the most letters first, each with the rest of the text. Verb and object may come
 * in any order and need no space between them, and a verb may be said in two words (为什么 X 失联).
 */
export function meantBy(typed: string): Meant[] {
  const text = typed.trim().toLowerCase()
  return (Object.keys(words) as Verb[])
    .flatMap((verb) => {
      const named = words[verb].filter((one) => placeOf(text, one) >= 0).toSorted((a, b) => b.length - a.length)
      return named[0] === undefined ? [] : { verb, object: named.reduce(without, text), length: named[0].length }
    })
    .toSorted((a, b) => b.length - a.length)
    .map(({ verb, object }) => ({ verb, object }))
}

const LATIN = /^[\w ]+$/
/** Returns where a text has a word; a word in Latin letters only where it is not a part of another. */
function placeOf(text: string, word: string): number {
  if (!LATIN.test(word)) return text.indexOf(word)
  return text.search(new RegExp(`(?<![a-z0-9])${word}(?![a-z0-9])`))
}

/** Particles around a verb and its object: 给 X 加路由前缀, X 的名称. */
const PARTICLES = /^(给|把|将|改|修改|查看|为)\s*|\s*(的|做|到)$/g

function without(text: string, word: string): string {
  const at = placeOf(text, word)
  if (at < 0) return text
  return `${text.slice(0, at)} ${text.slice(at + word.length)}`.replace(/\s+/g, ' ').trim().replaceAll(PARTICLES, '').trim()
}
