import { useText } from '@weft/ui'
import { FailedPage, WholeFailedPage } from '@weft/ui/frame/FailedPage.tsx'
import * as text from './app.text.ts'

/** Shown instead of a page that could not load or failed to render. */
export function ErrorPage() {
  return <FailedPage hint={useText(text).brokenHint} />
}

/** Shown if the frame around all pages, with the sidebar and the header, failed to render. */
export function WholeErrorPage() {
  return <WholeFailedPage hint={useText(text).brokenHint} />
}
