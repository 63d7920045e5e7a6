import type { Operator } from '@weft/contract'
import { trailIn } from '@weft/ui/frame/pages.ts'
import { mayCall } from '../shared/operator/use-operator.ts'
import { type GroupName, groupNames } from './groups.tsx'
import { type Page, pages } from './pages.ts'

/** Whether an operator's role makes a page useful to them. */
export const mayOpen = (page: Page, operator: Pick<Operator, 'role'>): boolean => page.call === undefined || mayCall(operator, page.call)

/** The sidebar for someone: groups that hold nothing for them are left out. */
export function menuFor(operator: Pick<Operator, 'role'>, from: readonly Page[] = pages): { name: GroupName; pages: Page[] }[] {
  return groupNames
    .map((name) => ({ name, pages: from.filter((page) => page.group === name && mayOpen(page, operator)) }))
    .filter((group) => group.pages.length > 0)
}

/** A page and those above it, topmost first. */
export const trailOf = (page: Page): Page[] => trailIn(pages, page)
