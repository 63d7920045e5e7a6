import { useText } from '@weft/ui'
import { Brand } from '@weft/ui/frame/Brand.tsx'
import { PublicFrame } from '@weft/ui/frame/Frame.tsx'
import { ThemeSwitch } from '@weft/ui/frame/ThemeSwitch.tsx'
import { useSite } from '@weft/ui/site/use-site.ts'
import { Outlet } from 'react-router'
import * as text from '../app.text.ts'

/** Shows the frame of pages that need no session. */
export function PublicLayout() {
  return (
    <PublicFrame header={<PublicHeader />}>
      <Outlet />
    </PublicFrame>
  )
}

function PublicHeader() {
  const t = useText(text)
  const { company, product, logo_url } = useSite()
  return (
    <>
      <Brand product={company || product} logo_url={logo_url} />
      <span className="frame-tag">{t.desk}</span>
      <span className="frame-space" />
      <ThemeSwitch />
    </>
  )
}
