import { useText } from '@weft/ui'
import type { ReactNode } from 'react'
import { ForbiddenPage } from '../features/system/ForbiddenPage.tsx'
import { useOperator } from '../shared/operator/use-operator.ts'
import { mayOpen } from './menu.ts'
import type { Page } from './pages.ts'

/** Shows a page, or the reason why this operator may not open it. */
export function Guarded({ page, children }: { page: Page; children: ReactNode }) {
  const operator = useOperator()
  const title = useText(page.title)
  return mayOpen(page, operator) ? children : <ForbiddenPage feature={title} />
}
