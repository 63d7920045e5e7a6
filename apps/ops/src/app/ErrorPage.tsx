import { useText } from '@weft/ui'
import { FailedPage, WholeFailedPage } from '@weft/ui/frame/FailedPage.tsx'
import * as text from './app.text.ts'

/** In place of a page that could not load, or that failed to draw. */
export function ErrorPage() {
  return <FailedPage hint={useText(text).brokenHint} />
}

/** The same where not even the frame could be drawn. */
export function WholeErrorPage() {
  return <WholeFailedPage hint={useText(text).brokenHint} />
}
