import { PageHeader, useText } from '@weft/ui'
import { Link } from 'react-router'
import { useAccount } from '../../../shared/account/use-account.ts'
import * as text from './home.text.ts'
import { type Safeguard, safetyLevels, safetyOf } from './safety.ts'

const places: Record<Safeguard, string> = { phone: '/account/phone', email: '/account/email', totp: '/account#security' }

/** Shows who is signed in, and for an owner 「账号安全：中」 with links to what would raise the level. */
export function AccountHead() {
  const t = useText(text)
  const account = useAccount()
  const { username, nickname, account_number, ram } = account
  const name = nickname || username
  return (
    <div className="account-head">
      <span className="account-tile" aria-hidden="true">
        {[...name][0]}
      </span>
      <PageHeader
        title={
          <>
            <span className="weft-hidden">{t.title} </span>
            {name}
          </>
        }
        status={<span className="account-tag">{ram === 1 ? t.subAccount : t.owner}</span>}
        meta={
          <>
            <span>
              {t.username} <code>{username}</code>
            </span>
            <span>
              {t.number} <code>{account_number}</code>
            </span>
          </>
        }
      />
      {ram === 0 && <Safety {...safetyOf(account)} />}
    </div>
  )
}

function Safety({ level, missing }: ReturnType<typeof safetyOf>) {
  const t = useText(text)
  return (
    <div className={`account-safety account-safety-${level}`}>
      <p>
        {t.safety}
        {t.levels[level]}
        <span className="account-safety-bars" aria-hidden="true">
          {safetyLevels.map((one) => (
            <i key={one} />
          ))}
        </span>
      </p>
      {missing.length === 0 ? (
        <p>{t.allSafe}</p>
      ) : (
        <p>
          {t.missing(missing.length)}
          {missing.map((one, at) => (
            <span key={one}>
              {at > 0 && t.separator}
              <Link to={places[one]}>{t.safeguards[one]}</Link>
            </span>
          ))}
        </p>
      )}
    </div>
  )
}
