import { Nothing } from '@weft/ui'
import { Link } from 'react-router'
import { accountPath } from './account-path.ts'

/** Shows a customer's number as a link to the page about them. @param name shown after it */
export function AccountLink({ account_number, name }: { account_number: string | null; name?: string }) {
  if (account_number === null) return <Nothing />
  return (
    <>
      <Link to={accountPath(account_number)} className="weft-mono">
        {account_number}
      </Link>
      {name && ` ${name}`}
    </>
  )
}
