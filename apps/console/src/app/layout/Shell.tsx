import { Frame } from '@weft/ui/frame/Frame.tsx'
import { Sidebar } from '@weft/ui/frame/Sidebar.tsx'
import { lazy, Suspense } from 'react'
import { Outlet } from 'react-router'
import { useSite } from '@weft/ui/site/use-site.ts'
import { useApplying } from '../../shared/apply/applying.ts'
import { SessionKeeper } from '../session/SessionKeeper.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { ListOwnerOfAccount } from './ListOwnerOfAccount.tsx'
import { ConsoleMenu } from './ConsoleMenu.tsx'
import { OpenPagesOfAccount } from './OpenPagesOfAccount.tsx'
import { LinkBanner } from './LinkBanner.tsx'
import { PageTrail } from './PageTrail.tsx'
import { ViewingBanner } from './ViewingBanner.tsx'
import './layout.css'

const ApplyDock = lazy(async () => ({ default: (await import('../../features/network/apply/ApplyDock.tsx')).ApplyDock }))

/** Shows the changes of networks that are on their way, once there is one. */
function Dock() {
  return (
    useApplying().length > 0 && (
      <Suspense>
        <ApplyDock />
      </Suspense>
    )
  )
}

/** Draws the frame of every page that needs a session. */
export function Shell() {
  const { product } = useSite()
  return (
    <>
      <Frame header={<Header />} sidebar={<Sidebar title={product} menu={ConsoleMenu} />} footer={<Footer />}>
        <ListOwnerOfAccount>
          <OpenPagesOfAccount>
            <LinkBanner />
            <ViewingBanner />
            <PageTrail />
            <Outlet />
          </OpenPagesOfAccount>
        </ListOwnerOfAccount>
      </Frame>
      <Dock />
      <SessionKeeper />
    </>
  )
}
