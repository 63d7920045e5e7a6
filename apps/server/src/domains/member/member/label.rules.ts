import { isDeepStrictEqual } from 'node:util'
import { citiesOf, foldTag, MAX_TAGS, memberFields, type MemberLabels, type Place, placeText, provincesOf } from '@weft/contract'
import { Refusal } from '../../../kernel/refusal.ts'

/** The labels besides the name. */
export type Labels = Omit<MemberLabels, 'note'>
/** Returns the labels of a member besides its name. */
export const labelsOf = ({ province, city, tags }: Labels): Labels => ({ province, city, tags })

/** A change of labels, the same for all members. */
export interface LabelChange {
  place: Place | undefined
  add_tags: readonly string[]
  remove_tags: readonly string[]
}

/** Checks that a place exists. @throws memberProvinceUnknown, memberCityUnknown */
export function checkPlace({ province, city }: Place): void {
  if (province !== '' && !provincesOf().includes(province)) throw new Refusal('memberProvinceUnknown', { province })
  if (city !== '' && !citiesOf(province).includes(city)) throw new Refusal('memberCityUnknown', { province, city })
}

/**
 * Returns the labels of a member after a change. A tag that it has already in another case stays as it is.
 * @throws memberTagsFull
 */
export function relabelled(member: Labels & { router_name: string }, { place, add_tags, remove_tags }: LabelChange): Labels {
  const removed = new Set(remove_tags.map(foldTag))
  const kept = member.tags.filter((tag) => !removed.has(foldTag(tag)))
  const had = new Set(kept.map(foldTag))
  const tags = [...kept, ...add_tags.filter((tag) => !had.has(foldTag(tag)))]
  if (tags.length > MAX_TAGS) throw new Refusal('memberTagsFull', { name: member.router_name, max: MAX_TAGS })
  const { province, city } = place ?? member
  return { province, city, tags }
}

/** Returns labels in one line: 「安徽 合肥 · 旗舰店、24 小时」. */
export const labelText = ({ tags, ...place }: Labels): string =>
  [placeText(place), tags.join('、')].filter((part) => part !== '').join(' · ')

/** Returns whether any label differs. */
export const isRelabelled = (before: Labels, after: Labels): boolean => !isDeepStrictEqual(labelsOf(before), labelsOf(after))

/** Returns what a change does, for the operation log: 「地区为「安徽 合肥」」, 「添加标签「旗舰店」」. */
export function changeText({ place, add_tags, remove_tags }: LabelChange): string[] {
  const [region, tag] = [memberFields.place.name['zh-CN'], memberFields.tags.name['zh-CN']]
  const tags = (verb: string, names: readonly string[]) =>
    names.length > 0 ? [`${verb}${tag}${names.map((name) => `「${name}」`).join('')}`] : []
  return [
    ...(place ? [place.province === '' ? `清除${region}` : `${region}为「${placeText(place)}」`] : []),
    ...tags('添加', add_tags),
    ...tags('移除', remove_tags),
  ]
}
