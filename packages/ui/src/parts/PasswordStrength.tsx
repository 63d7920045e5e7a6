import { useText } from '../i18n/use-text.ts'
import { strengthOf } from './password-strength.ts'
import * as text from './password-strength.text.ts'
import './password-strength.css'

const steps = ['weak', 'medium', 'strong'] as const

/** Shows a password's strength while it is typed, and how to improve it. For the `extra` of its form item. */
export function PasswordStrength({ password }: { password: string | undefined }) {
  const t = useText(text)
  const level = password ? strengthOf(password) : undefined
  const filled = level ? steps.indexOf(level) : -1
  return (
    <span className="weft-strength">
      {level && (
        <span className={`weft-strength-meter weft-strength-${level}`}>
          {steps.map((step, at) => (
            <i key={step} className={at <= filled ? 'weft-strength-filled' : undefined} />
          ))}
        </span>
      )}
      <span role="status" className="weft-strength-level">
        {level && (
          <>
            <span className="weft-hidden">{t.strength}</span>
            {t[level]}
          </>
        )}
      </span>
      {level !== 'strong' && <span>{t.advice}</span>}
    </span>
  )
}
