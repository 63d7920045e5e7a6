import { useSyncExternalStore } from 'react'
import { storedChoice } from '../store/stored.ts'

/** 浅色, 深色, 跟随系统. */
export const themeChoices = ['light', 'dark', 'system'] as const
export type ThemeChoice = (typeof themeChoices)[number]
export const themeChoice = storedChoice<ThemeChoice>('theme', themeChoices, 'system')

/** 大, 中, 小: the size of every control. */
export const sizes = ['large', 'medium', 'small'] as const
export type Size = (typeof sizes)[number]
export const size = storedChoice<Size>('size', sizes, 'medium')

/** Returns whether a media query matches, and follows its changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => window.matchMedia(query).matches,
  )
}

/** Returns whether the window is below the width at which the sidebar becomes a drawer and tables become cards. */
export const useNarrow = (): boolean => useMedia('(max-width: 991.98px)')

/** Returns the colours on screen now. */
export function useThemeMode(): 'light' | 'dark' {
  const choice = themeChoice.use()
  const systemDark = useMedia('(prefers-color-scheme: dark)')
  if (choice !== 'system') return choice
  return systemDark ? 'dark' : 'light'
}
