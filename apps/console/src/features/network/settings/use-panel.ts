import { useOpening } from '@weft/ui/frame/use-opening.ts'
import { put, useViewParams } from '@weft/ui/frame/use-view-params.ts'

/** The panels of a network: each edits or shows one setting. Panels of a member have its name as `node` in the address. */
export const panels = [
  'ciphers',
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
  const [params, setParams] = useViewParams()
  const named = params.get('panel')
  const panel = panels.find((one) => one === named)
  const opening = useOpening(panel !== undefined)
  return {
    panel,
    /** The selected member's name. */
    node: params.get('node') ?? undefined,
    open: (next: Panel, node?: string) =>
      opening.open((now) => {
        now.set('panel', next)
        if (node !== undefined) now.set('node', node)
      }),
    close: () => opening.close((now) => now.delete('panel')),
    select: (node: string | undefined) => setParams((now) => put(now, 'node', node)),
  }
}
