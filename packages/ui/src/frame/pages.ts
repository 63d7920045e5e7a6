import type { ComponentType, ReactNode } from 'react'
import type { Text } from '../i18n/use-text.ts'

/** The data of a page that the frame needs. */
export interface FramePage {
  path: string
  title: Text<string>
  /** The sidebar group that lists the page; a page with a `parent` is reached through it instead. */
  group?: string
  parent?: string
  /** Opens in a new tab, so that the current page stays open. */
  newTab?: true
}

/** A group of the sidebar, with the pages that the user may open. */
export interface FrameGroup {
  name: string
  title: Text<string>
  icon: ReactNode
  pages: readonly FramePage[]
  /** The group is shown as its first page. */
  single?: boolean
}

/** The menu of an app; it may suspend until the user is known. `onGo` is called when a link was followed. */
export type AppMenu = ComponentType<{ collapsed: boolean; onGo?: () => void }>

/** Returns a page and those above it, topmost first. */
export function trailIn<P extends FramePage>(pages: readonly P[], page: P): P[] {
  const parent = page.parent === undefined ? undefined : pages.find(({ path }) => path === page.parent)
  return parent ? [...trailIn(pages, parent), page] : [page]
}
