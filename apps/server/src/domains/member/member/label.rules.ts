import { citiesOf, foldTag, MAX_TAGS, type MemberLabels, type Place, placeText, provincesOf } from '@weft/contract'
import { Refusal } from '../../../kernel/refusal.ts'

type Labels = Omit<MemberLabels, 'note'>

/** What a change of labels sets, the same for all members. */
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

export const isRelabelled = (before: Labels, after: Labels): boolean =>
  before.province !== after.province || before.city !== after.city || before.tags.join('\n') !== after.tags.join('\n')
