import { useText } from '@weft/ui'
import { FrameRoot } from '@weft/ui/frame/FrameRoot.tsx'
import { usePageObjectName } from '@weft/ui/frame/page-object.ts'
import { useSite } from '@weft/ui/site/use-site.ts'
import { Outlet, useLocation } from 'react-router'
import * as text from './app.text.ts'
import { pageAt } from './pages.ts'

const untitled = { zhCN: '', en: '' }

/** Surrounds every page. The title is 「{object} - {page} - {company} 运营台」. */
export function Root() {
  const t = useText(text)
  const { pathname } = useLocation()
  const { company, product } = useSite()
  const object = usePageObjectName()
  const page = useText(pageAt(pathname)?.title ?? untitled)
  return (
    <FrameRoot title={[object, page, `${company || product} ${t.desk}`.trim()].filter(Boolean).join(' - ')}>
      <Outlet />
    </FrameRoot>
  )
}
