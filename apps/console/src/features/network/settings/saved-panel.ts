import { useSyncExternalStore } from 'react'
import type { Panel } from './use-panel.ts'
import { onReset } from '@weft/ui/store/module-state.ts'

const times = new Map<Panel, number>()
const heard = new Set<() => void>()
onReset(() => times.clear())

/** Reports that a panel was saved, so that the cards that show its setting flash once. */
export function panelSaved(panel: Panel): void {
  times.set(panel, (times.get(panel) ?? 0) + 1)
  for (const tell of heard) tell()
}

const subscribe = (tell: () => void) => {
  heard.add(tell)
  return () => void heard.delete(tell)
}

/** Returns how often any of the panels was saved since the console was opened. */
export const useSaves = (panels: Panel | readonly Panel[]): number =>
  useSyncExternalStore(subscribe, () => [panels].flat().reduce((sum, panel) => sum + (times.get(panel) ?? 0), 0))
