import { useSearchParams } from 'react-router'

/** The panels of a network: each edits or shows one setting. Panels of a member have its name as `node` in the address. */
export const panels = [
  'prefix',
  'dns',
  'center_segments',
  'fixed_port',
  'routing',
  'fr',
  'member_ov',
  'point_link',
  'center_link',
  'center_link_segment',
  'ip_pool',
  'fr_plan',
  'history',
  'preview',
] as const
export type Panel = (typeof panels)[number]

/** Returns the open panel and the selected member. The address keeps them, so that a reload or a link shows the same. */
export function usePanel() {
  const [params, setParams] = useSearchParams()
  const named = params.get('panel')
  const set = (changes: { panel?: Panel | undefined; node?: string | undefined }) =>
    setParams(
      (now) => {
        for (const key of ['panel', 'node'] as const) {
          if (!(key in changes)) continue
          const value = changes[key]
          if (value === undefined) now.delete(key)
          else now.set(key, value)
        }
        return now
      },
      { replace: true },
    )
  return {
    panel: panels.find((one) => one === named),
    /** The selected member's name. */
    node: params.get('node') ?? undefined,
    open: (panel: Panel, node?: string) => set(node === undefined ? { panel } : { panel, node }),
    close: () => set({ panel: undefined }),
    select: (node: string | undefined) => set({ node }),
  }
}
