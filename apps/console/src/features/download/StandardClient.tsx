import type { ClientSystem } from '@weft/contract'
import { useText } from '@weft/ui'
import * as text from './download.text.ts'

/** Shows how to join with the standard client of a system that has no client of its own: which one, the member's profile, the sign-in. */
export function StandardClient({ system }: { system: ClientSystem }) {
  const t = useText(text)
  return (
    <div className="download-standard">
      <p>{t.standard}</p>
      <ol>
        {t.standardSteps(t.standardClients[system]).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </div>
  )
}
