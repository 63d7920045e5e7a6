import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useAccount } from '../../../shared/account/use-account.ts'
import { AccountCards } from './AccountCards.tsx'
import { AccountHead } from './AccountHead.tsx'
import { Devices } from './Devices.tsx'
import './home.css'
import { RecentOperations } from './RecentOperations.tsx'
import { SignInSettings } from './SignInSettings.tsx'
import { SubAccountCards } from './SubAccountCards.tsx'

/** Shows who is signed in, how safe the login is, and each of its settings once; for a sub-account those that it has. */
export function AccountHomePage() {
  const { ram } = useAccount()
  const { hash } = useLocation()
  useEffect(() => {
    // A link to a part of the page has the focus there, and not in the heading.
    if (hash !== '') document.getElementById(hash.slice(1))?.focus()
  }, [hash])
  return (
    <>
      <AccountHead />
      {ram === 1 ? <SubAccountCards /> : <AccountCards />}
      <div className="account-columns">
        <SignInSettings />
        <Devices />
        {ram === 0 && <RecentOperations />}
      </div>
    </>
  )
}
