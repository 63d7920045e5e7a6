import { useText } from '@weft/ui'
import * as text from './system.text.ts'
import { SystemResult } from './SystemResult.tsx'

/** In place of a page that the role does not grant. @param feature the page's title */
export function ForbiddenPage({ feature }: { feature: string }) {
  const t = useText(text)
  return <SystemResult code="403" title={t.forbidden} hint={t.forbiddenHint(feature)} to="/" action={t.toOverview} />
}
