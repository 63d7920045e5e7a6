import { useText } from '@weft/ui'
import * as text from './system.text.ts'
import { SystemResult } from '@weft/ui/frame/SystemResult.tsx'

/**
 * Shows a refusal in place of a page that the role does not grant.
 * @param feature the page's title
 * @param ownerOnly true if no role can grant it
 */
export function ForbiddenPage({ feature, ownerOnly = false }: { feature: string; ownerOnly?: boolean }) {
  const t = useText(text)
  const hint = ownerOnly ? t.ownerOnly(feature) : t.forbiddenHint(feature)
  return <SystemResult kind="403" title={t.forbidden} hint={hint} to="/" action={t.toOverview} />
}
