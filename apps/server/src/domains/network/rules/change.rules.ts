import { type Draftable, type Language, refusalText } from '@weft/contract'
import type { NetworkSettings } from '@weft/member-config'
import { readSerial } from '@weft/network-rules'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Change, Scene } from './scene.rules.ts'
import { type Apply, rules } from './setting.rules.ts'

/** Returns the network after these changes, one after the other; `settle` adds the values that follow from them. */
export const changed = (settings: NetworkSettings, changes: readonly Change[], scene: Scene): NetworkSettings =>
  changes.reduce((now, change) => afterOne(now, change, scene), settings)

const afterOne = (settings: NetworkSettings, { call, input }: Change, scene: Scene): NetworkSettings =>
  (rules[call] as Apply<Draftable>)(settings, input, scene)

/**
 * Returns the network after the changes of a draft, each of which can be corrected by itself, and after each one of them if `each`.
 * @param pause is awaited after each change: hundreds of changes of thousands of members take half a second
 * @throws changeInvalid, which names the change and why it is refused
 */
export async function drafted(
  settings: NetworkSettings,
  changes: readonly Change[],
  scene: Scene,
  { language, pause, each }: { language: Language; pause: () => Promise<void>; each: boolean },
): Promise<{ wanted: NetworkSettings; after: NetworkSettings[] }> {
  let now = settings
  const after: NetworkSettings[] = []
  for (const [i, change] of changes.entries()) {
    try {
      now = afterOne(now, change, scene)
    } catch (error) {
      throw error instanceof Refusal ? invalid(change, i, error, language) : error
    }
    if (each) after.push(now)
    await pause()
  }
  return { wanted: now, after }
}

/** Returns the refusal of a draft that names the change to correct. @param i its index */
function invalid({ input }: Change, i: number, { reason, params }: Refusal, language: Language): Refusal {
  const { router_name } = input as { router_name?: string }
  const left = reason === 'memberNotInNetwork' && router_name !== undefined
  const problem = left ? refusalText('memberLeft', { name: router_name }, language) : refusalText(reason, params, language)
  return new Refusal('changeInvalid', { row: i + 1, problem }, { errors: [{ field: `changes.${i}`, msg: problem }] })
}

/** Returns the members that the changes `edit`, `add_member` and `add_branches` name. */
export const namedBy = (changes: readonly Change[]): string[] =>
  changes.flatMap(({ call, input }) => {
    if (call === 'edit') return [...input.center, ...input.point]
    if (call === 'add_branches') return input.rows.flatMap(({ router_name }) => namesAs(readSerial(router_name)))
    return call === 'add_member' ? [input.router_name] : []
  })

/**
 * Returns the members that changes name: `own` those that are changed themselves, `others` those that a setting only refers to. Lists of
 * all members are judged against those of the network, and rows of branches each by itself.
 */
export function membersIn(changes: readonly { call: string; input: unknown }[]): { own: string[]; others: string[] } {
  const found = { own: new Set<string>(), others: new Set<string>() }
  const put = (into: Set<string>, name: unknown) => typeof name === 'string' && name !== '' && into.add(name)
  for (const { input } of changes) {
    const { router_name, main_router, secondary_router, center_router_name, link_config, center_network } = input as Record<string, unknown>
    put(found.own, router_name)
    for (const name of [main_router, secondary_router, center_router_name]) put(found.others, name)
    if (Array.isArray(link_config))
      for (const link of link_config) put(found.others, (link as { center_router_name?: unknown } | null)?.center_router_name)
    if (typeof center_network === 'object' && center_network !== null) for (const name of Object.keys(center_network)) put(found.own, name)
  }
  return { own: [...found.own], others: [...found.others] }
}

/** Returns a typed serial number as it is, and as serial numbers are written. */
const namesAs = (typed: string): string[] => [typed, typed.toUpperCase()]
