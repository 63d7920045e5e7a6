import type { AccountInfo } from '@weft/contract'
import { trailIn } from '@weft/ui/frame/pages.ts'
import { permits } from '../shared/account/use-account.ts'
import { type GroupName, groupNames } from './groups.ts'
import { type Page, pages } from './pages.ts'

/** Whether someone may open a page: the role's right, and what no sub-account sees. */
export function mayOpen(page: Page, account: AccountInfo): boolean {
  if (account.ram === 1 && page.ramHidden) return false
  return page.permission === undefined || account.ram === 0 || permits(account, page.permission)
}

export interface MenuGroup {
  name: GroupName
  pages: Page[]
}

/** The sidebar for someone: groups that hold nothing for them are left out. */
export function menuFor(account: AccountInfo, from: readonly Page[] = pages): MenuGroup[] {
  return groupNames
    .map((name) => ({ name, pages: from.filter((page) => page.group === name && mayOpen(page, account)) }))
    .filter((group) => group.pages.length > 0)
}

/** A page and those above it, topmost first. */
export const trailOf = (page: Page): Page[] => trailIn(pages, page)
