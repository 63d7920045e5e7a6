import { useSyncExternalStore } from 'react'
import type { Panel } from './use-panel.ts'

const times = new Map<Panel, number>()
const heard = new Set<() => void>()

/** Says that what a panel edits was saved, so that whatever shows it flashes once. */
export function panelSaved(panel: Panel): void {
  times.set(panel, (times.get(panel) ?? 0) + 1)
  for (const tell of heard) tell()
}

const subscribe = (tell: () => void) => {
  heard.add(tell)
  return () => void heard.delete(tell)
}

/** How often one of them was saved since the console was opened: another number is another save. */
export const useSaves = (panels: Panel | readonly Panel[]): number =>
  useSyncExternalStore(subscribe, () => [panels].flat().reduce((sum, panel) => sum + (times.get(panel) ?? 0), 0))
