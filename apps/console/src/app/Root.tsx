import { useText } from '@weft/ui'
import { FrameRoot } from '@weft/ui/frame/FrameRoot.tsx'
import { usePageObjectName } from '@weft/ui/frame/page-object.ts'
import { Outlet, useLocation } from 'react-router'
import { useSite } from '@weft/ui/site/use-site.ts'
import { pageAt } from './pages.ts'
import './app.css'

const untitled = { zhCN: '', en: '' }

/** Surrounds every page. The document's title is 「{object} - {page} - {product}」. */
export function Root() {
  const { pathname } = useLocation()
  const { product } = useSite()
  const object = usePageObjectName()
  const page = useText(pageAt(pathname)?.title ?? untitled)
  return (
    <FrameRoot title={[object, page, product].filter(Boolean).join(' - ')}>
      <Outlet />
    </FrameRoot>
  )
}
