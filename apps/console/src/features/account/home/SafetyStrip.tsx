import { RightOutlined, SafetyCertificateOutlined } from '@ant-design/icons'
import { useText } from '@weft/ui'
import { Link } from 'react-router'
import { useAccount } from '../../../shared/account/use-account.ts'
import * as text from './home.text.ts'
import { type Safeguard, safetyOf } from './safety.ts'

const paths: Record<Safeguard, string> = { phone: '/account/phone', email: '/account/email', totp: '/account/security' }

/** Shows 「账号安全：中」 and links to the settings that would raise the level. */
export function SafetyStrip() {
  const t = useText(text)
  const { level, missing } = safetyOf(useAccount())
  return (
    <section className={`account-safety account-safety-${level}`}>
      <SafetyCertificateOutlined aria-hidden className="account-safety-icon" />
      <div className="account-safety-body">
        <h2>
          {t.safety}
          <span className="account-safety-level">{t.levels[level]}</span>
        </h2>
        <p>{t.hints[level]}</p>
      </div>
      {missing.length > 0 && (
        <ul className="account-missing" aria-label={t.missingLabel}>
          {missing.map((one) => (
            <li key={one}>
              <Link to={paths[one]}>
                {t.missing[one]} <RightOutlined aria-hidden />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
