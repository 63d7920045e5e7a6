import type { ComponentType, ReactNode } from 'react'
import type { Text } from '../i18n/use-text.ts'

/** What the frame must know of a page. */
export interface FramePage {
  path: string
  title: Text<string>
  /** The group of the sidebar that it stands in; a page with a `parent` is reached through it instead. */
  group?: string
  parent?: string
  /** Leaves the page one is on where it is. */
  newTab?: true
}

/** A group of the sidebar, with the pages that someone may open. */
export interface FrameGroup {
  name: string
  title: Text<string>
  icon: ReactNode
  pages: readonly FramePage[]
  /** Its first page stands for it. */
  single?: boolean
}

/** The menu of an app; it may suspend until it is known who looks. `onGo` hears that a link was followed. */
export type AppMenu = ComponentType<{ collapsed: boolean; onGo?: () => void }>

/** A page and those above it, topmost first. */
export function trailIn<P extends FramePage>(pages: readonly P[], page: P): P[] {
  const parent = page.parent === undefined ? undefined : pages.find(({ path }) => path === page.parent)
  return parent ? [...trailIn(pages, parent), page] : [page]
}
