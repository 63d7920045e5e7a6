import type { Operator } from '@weft/contract'
import { trailIn } from '@weft/ui/frame/pages.ts'
import { mayCall } from '../shared/operator/use-operator.ts'
import { type GroupName, groupNames } from './groups.tsx'
import { type Page, pages } from './pages.ts'

/** Returns whether an operator's role may make the page's call; true for a page without one. */
export const mayOpen = (page: Page, operator: Pick<Operator, 'role'>): boolean => page.call === undefined || mayCall(operator, page.call)

/** Returns the sidebar of an operator, without groups in which they may open no page. */
export function menuFor(operator: Pick<Operator, 'role'>, from: readonly Page[] = pages): { name: GroupName; pages: Page[] }[] {
  return groupNames
    .map((name) => ({ name, pages: from.filter((page) => page.group === name && mayOpen(page, operator)) }))
    .filter((group) => group.pages.length > 0)
}

/** Returns a page and those above it, topmost first. */
export const trailOf = (page: Page): Page[] => trailIn(pages, page)
