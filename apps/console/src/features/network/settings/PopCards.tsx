import { EXPIRING_DAYS } from '@weft/contract'
import { useText } from '@weft/ui'
import type { CardProps } from './BasicCards.tsx'
import * as memberText from './member-actions.text.ts'
import { OpenOne, SettingCard } from './SettingCard.tsx'
import * as text from './settings-tab.text.ts'
import { usePanel } from './use-panel.ts'

/** Shows the POP resource of the network, which is also its plan. */
export function PopCard({ network: { network_fr: pop, mode }, editable }: CardProps) {
  const t = useText(text)
  const m = useText(memberText)
  const { open } = usePanel()
  const ends = pop && (pop.expire_day <= 0 ? t.popEnded : t.popEnds(pop.expire_day))
  return (
    <SettingCard
      title={t.pop}
      term="pop"
      panel="fr"
      value={pop ? pop.shortname : t.popNone}
      off={!pop}
      note={pop && [m.modes[mode], ends].join(' · ')}
      warns={pop !== null && pop.expire_day <= EXPIRING_DAYS}
      action={
        editable && (
          <OpenOne
            of={t.pop}
            choices={[
              { key: 'fr', label: t.popChange, onClick: () => open('fr') },
              ...(pop ? [{ key: 'plan', label: t.plan, onClick: () => open('fr_plan') }] : []),
            ]}
          />
        )
      }
    />
  )
}
