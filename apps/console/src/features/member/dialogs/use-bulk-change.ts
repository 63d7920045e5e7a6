import { useMutation, useQuery } from '@tanstack/react-query'
import { contract, type Flag, MAX_SELECTED_MEMBERS, type MembersChanged } from '@weft/contract'
import { ApiRefusal, call, toast, useText } from '@weft/ui'
import { useId } from 'react'
import * as text from './bulk.text.ts'

/** A change of labels: the new place, if one is given, and the tags to add and to remove. */
export interface LabelChange {
  province?: string
  city?: string
  add_tags: string[]
  remove_tags: string[]
}
/** The change to apply to several members. */
export type Wanted = { status: Flag } | { note: string } | LabelChange

const ask = (router_name: string[], wanted: Wanted, check: Flag): Promise<MembersChanged> =>
  'status' in wanted
    ? call(contract.router.update_status, { router_name, ...wanted, check }, { missing: 'stay' })
    : 'note' in wanted
      ? call(contract.router.note, { router_name, ...wanted, check }, { missing: 'stay' })
      : call(contract.router.label, { router_name, ...wanted, check }, { missing: 'stay' })

interface Options {
  names: string[]
  /** Undefined until the user has entered it. */
  wanted: Wanted | undefined
  onDone: (changed: number) => void
  /** Called with the selected members that no longer exist. */
  onGone: (names: string[]) => void
}

/** Returns a change of several members: first its preview, then the action. */
export function useBulkChange({ names, wanted, onDone, onGone }: Options) {
  const t = useText(text)
  const id = useId()
  /** A missing member stops the whole change: reports the missing ones, so that the others stay selected. */
  const missed = async (error: unknown) => {
    if (!(error instanceof ApiRefusal) || error.code !== 204) return
    const left = new Set(await call(contract.router.names, {}, { quiet: true }))
    const gone = names.filter((name) => !left.has(name))
    // For a larger account only the first names are answered: a member that is not among them may still exist.
    if (gone.length === 0 || left.size === MAX_SELECTED_MEMBERS) return
    toast.warning(t.someGone(gone.length))
    onGone(gone)
  }
  const preview = useQuery({
    queryKey: ['bulk-change', id, wanted],
    queryFn: async () => {
      try {
        return await ask(names, wanted ?? { note: '' }, 1)
      } catch (error) {
        await missed(error)
        throw error
      }
    },
    enabled: wanted !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const change = useMutation({
    mutationFn: (given: Wanted) => ask(names, given, 0),
    onSuccess: ({ changed }) => onDone(changed),
    onError: missed,
  })
  return {
    preview,
    busy: change.isPending,
    apply: () => wanted && !change.isPending && change.mutate(wanted),
    /** Applies a change that needs no preview. */
    applyNow: (given: Wanted) => !change.isPending && change.mutate(given),
  }
}
export type BulkChange = ReturnType<typeof useBulkChange>
