import { z } from 'zod'
import { lineOfText } from './schemas.ts'

/** What an account calls a member and sorts it by. Every answer that describes a member has all of these. */
export const memberLabels = {
  note: z.string(),
  /** Of `places.ts`; '' if none is chosen. */
  province: z.string(),
  /** A city of the province; '' if none is chosen. */
  city: z.string(),
  tags: z.array(z.string()),
}
const MemberLabels = z.object(memberLabels)
export type MemberLabels = z.output<typeof MemberLabels>
export const memberLabelNames = Object.keys(memberLabels) as (keyof MemberLabels)[]

/** The name of a province or of a city; whether there is one is for the server to say. */
export const PlaceName = lineOfText(1, 8)
/** The labels that `router/label` sets as they are given; '' clears one, and what is left out stays. */
export const labelInputs = {
  province: PlaceName.or(z.literal('')).optional(),
  city: PlaceName.or(z.literal('')).optional(),
}

export const TAG_MAX = 12
/** The most tags of a member. */
export const MAX_TAGS = 10
export const Tag = lineOfText(1, TAG_MAX)

/** Returns the form in which tags are compared: two that differ by case alone are one. */
export const foldTag = (tag: string): string => tag.toLowerCase()

/** A province with a city, or without one; both are '' if none is chosen. */
export type Place = Pick<MemberLabels, 'province' | 'city'>

/** Returns a place as lists and files write it: 「安徽 合肥」, 「上海」, 「安徽」; '' if no province is chosen. */
export const placeText = ({ province, city }: Place): string => (city === '' || city === province ? province : `${province} ${city}`)
