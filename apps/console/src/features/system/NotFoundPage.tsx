import { useText } from '@weft/ui'
import { session } from '../../shared/session/session.ts'
import * as text from './system.text.ts'
import { SystemResult } from '@weft/ui/frame/SystemResult.tsx'

/** Shows that an address is unknown. */
export function NotFoundPage() {
  const t = useText(text)
  const signedIn = session.get() !== undefined
  return (
    <SystemResult
      kind="404"
      title={t.notFound}
      hint={t.notFoundHint}
      to={signedIn ? '/' : '/login'}
      action={signedIn ? t.toOverview : t.toLogin}
    />
  )
}
