import { useText } from '@weft/ui'
import { SystemResult } from '@weft/ui/frame/SystemResult.tsx'
import * as text from './system.text.ts'

/** In place of a page that the role does not need. @param feature the page's title */
export function ForbiddenPage({ feature }: { feature: string }) {
  const t = useText(text)
  return <SystemResult code="403" title={t.forbidden} hint={t.forbiddenHint(feature)} to="/" action={t.toStart} />
}
