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
 * Returns the network after the changes of a draft, each of which can be corrected by itself.
 * @throws changeInvalid, which names the change and why it is refused
 */
export const drafted = (settings: NetworkSettings, changes: readonly Change[], scene: Scene, language: Language): NetworkSettings =>
  changes.reduce((now, change, i) => {
    try {
      return afterOne(now, change, scene)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { router_name } = change.input as { router_name?: string }
      const problem =
        error.reason === 'memberNotInNetwork' && router_name !== undefined
          ? refusalText('memberLeft', { name: router_name }, language)
          : refusalText(error.reason, error.params, language)
      throw new Refusal('changeInvalid', { row: i + 1, problem }, { errors: [{ field: `changes.${i}`, msg: problem }] })
    }
  }, settings)

/** Returns the members that the changes `edit`, `add_member` and `add_branches` name. */
export const namedBy = (changes: readonly Change[]): string[] =>
  changes.flatMap(({ call, input }) => {
    if (call === 'edit') return [...input.center, ...input.point]
    if (call === 'add_branches') return input.rows.flatMap(({ router_name }) => namesAs(readSerial(router_name)))
    return call === 'add_member' ? [input.router_name] : []
  })

/** Returns a typed serial number as it is, and as serial numbers are written. */
const namesAs = (typed: string): string[] => [typed, typed.toUpperCase()]
