import { Nothing } from '@weft/ui'
import { Link } from 'react-router'
import { accountPath } from './account-path.ts'

/** Links to the page about a customer: by their name, with their number after it. @param name left out where it has a column of its own */
export function AccountLink({ account_number, name }: { account_number: string | null; name?: string | null }) {
  if (account_number === null) return <Nothing />
  return (
    <Link to={accountPath(account_number)}>
      {name && `${name} `}
      <span className="weft-mono">{account_number}</span>
    </Link>
  )
}
