import type { z } from 'zod'
import { tooLong } from '../form/new-password.ts'
import { useText } from '../i18n/use-text.ts'
import { strengthOf, strengths } from './password-strength.ts'
import * as text from './password-strength.text.ts'
import './password-strength.css'

/** Shows a password's strength while it is typed, and how to improve it; nothing for one that is too long. For the `extra` of its form item. */
export function PasswordStrength({ password, schema }: { password: string | undefined; schema: z.ZodType }) {
  const t = useText(text)
  const refused = tooLong(schema, password)
  const level = password && !refused ? strengthOf(password) : undefined
  const filled = level ? strengths.indexOf(level) : -1
  return (
    <span className="weft-strength">
      <span className={`weft-strength-meter weft-strength-${level}`}>
        {strengths.map((step, at) => (
          <i key={step} className={at <= filled ? 'weft-strength-filled' : undefined} />
        ))}
      </span>
      <span role="status" className="weft-strength-level">
        {level && (
          <>
            <span className="weft-hidden">{t.strength}</span>
            {t[level]}
          </>
        )}
      </span>
      {level !== 'strong' && !refused && <span className="weft-strength-advice">{t.advice}</span>}
    </span>
  )
}
