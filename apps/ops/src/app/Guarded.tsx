import { useText } from '@weft/ui'
import type { ReactNode } from 'react'
import { ForbiddenPage } from '../features/system/ForbiddenPage.tsx'
import { useOperator } from '../shared/operator/use-operator.ts'
import { mayOpen } from './menu.ts'
import type { Page } from './pages.ts'

/** A page, or why it is not for this operator. */
export function Guarded({ page, children }: { page: Page; children: ReactNode }) {
  const operator = useOperator()
  const title = useText(page.title)
  return mayOpen(page, operator) ? children : <ForbiddenPage feature={title} />
}
