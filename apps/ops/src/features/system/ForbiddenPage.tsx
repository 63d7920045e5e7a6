import { useText } from '@weft/ui'
import { SystemResult } from '@weft/ui/frame/SystemResult.tsx'
import * as text from './system.text.ts'

/** Shown instead of a page that is not open to the operator's role. @param feature the page's title */
export function ForbiddenPage({ feature }: { feature: string }) {
  const t = useText(text)
  return <SystemResult kind="403" title={t.forbidden} hint={t.forbiddenHint(feature)} to="/" action={t.toStart} />
}
