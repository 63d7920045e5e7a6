import { type contract, DEFAULT_INDUSTRY, industries, type Industry, type OutputOf, type SentBy } from '@weft/contract'

export type StoredProfile = OutputOf<typeof contract.account.data>
/** The values of the form; a field that was never filled in is null. */
export type Draft = Record<keyof SentBy<typeof contract.account.edit_data>, string | null>

const fields = ['username', 'nickname', 'birthday', 'industry', 'occupation'] as const

const isIndustry = (code: string | null): code is Industry => code !== null && code in industries

/** Returns the form for a stored profile; a new one starts with the preset industry. */
export const draftOf = ({ username, nickname, birthday, industry, occupation }: StoredProfile): Draft => ({
  username,
  nickname,
  birthday,
  industry: isIndustry(industry) ? industry : DEFAULT_INDUSTRY,
  occupation,
})

const isSame = (a: string | null | undefined, b: string | null | undefined) => (a ?? '').trim() === (b ?? '').trim()

/** Returns whether a field of the form differs from its first value. */
export const isEdited = (base: Draft, typed: Partial<Draft>): boolean => fields.some((field) => !isSame(typed[field], base[field]))

/** Returns the form after someone else changed the profile: untouched fields follow the latest, edited ones stay. */
export function rebase(base: Draft, typed: Partial<Draft>, latest: Draft): Draft {
  const next = { ...latest }
  for (const field of fields) if (!isSame(typed[field], base[field])) next[field] = typed[field] ?? null
  return next
}
