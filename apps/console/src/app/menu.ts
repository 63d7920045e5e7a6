import type { AccountInfo } from '@weft/contract'
import { trailIn } from '@weft/ui/frame/pages.ts'
import { permits } from '../shared/account/use-account.ts'
import { type GroupName, groupNames } from './groups.ts'
import { type Page, pages } from './pages.ts'

/** Returns whether a login may open a page: by the role's right, and never a sub-account where the page is for owners only. */
export function mayOpen(page: Page, account: AccountInfo): boolean {
  if (account.ram === 1 && page.ramHidden) return false
  return page.permission === undefined || account.ram === 0 || permits(account, page.permission)
}

export interface MenuGroup {
  name: GroupName
  pages: Page[]
}

/** Returns the groups of a login's sidebar, without groups in which it may open no page. */
export function menuFor(account: AccountInfo, from: readonly Page[] = pages): MenuGroup[] {
  return groupNames
    .map((name) => ({ name, pages: from.filter((page) => page.group === name && mayOpen(page, account)) }))
    .filter((group) => group.pages.length > 0)
}

/** Returns a page and its parents, topmost first. */
export const trailOf = (page: Page): Page[] => trailIn(pages, page)

/** Returns the article of the handbook about a page: its own, or that of the nearest page above it. */
export const helpOf = (page: Page): string | undefined => trailOf(page).findLast(({ help }) => help !== undefined)?.help
