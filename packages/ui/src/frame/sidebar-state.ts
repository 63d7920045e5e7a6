import { useSyncExternalStore } from 'react'
import { storedChoice } from '../store/stored.ts'
import { onReset } from '../store/module-state.ts'

/** The sidebar's width, 220 or 64 px; kept in the browser. */
export const sidebar = storedChoice('sidebar', ['open', 'collapsed'], 'open')

let drawerOpen = false
onReset(() => (drawerOpen = false))
const heard = new Set<() => void>()

/** The drawer that holds the sidebar below 992 px. */
export const drawer = {
  set(open: boolean): void {
    drawerOpen = open
    for (const tell of heard) tell()
  },
  use: (): boolean =>
    useSyncExternalStore(
      (tell) => {
        heard.add(tell)
        return () => heard.delete(tell)
      },
      () => drawerOpen,
    ),
}
