import { TimeText, useText } from '@weft/ui'
import * as networkText from '../network.text.ts'
import { DaysLeft } from '../pop/PopExpiry.tsx'
import type { CardProps } from './BasicCards.tsx'
import * as memberText from './member-actions.text.ts'
import { Facts, OpenPanel, SettingCard } from './SettingCard.tsx'
import * as text from './settings-tab.text.ts'

export function PopCard({ network: { network_fr: pop, mode }, editable }: CardProps) {
  const t = useText(text)
  const m = useText(memberText)
  return (
    <SettingCard id="setting-pop" title={t.pop} term="pop" panel="fr" action={editable && <OpenPanel panel="fr" of={t.pop} />}>
      {pop ? (
        <Facts
          rows={[
            [t.pop, pop.shortname],
            [m.mode, m.modes[mode], 'mode'],
            [t.expiry, <TimeText key="expiry" at={pop.expire_time} />],
          ]}
        />
      ) : (
        <p className="setting-help">{t.popNone}</p>
      )}
    </SettingCard>
  )
}

/** Shows the POP resource as the network's plan; hidden without one. */
export function PlanCard({ network: { network_fr: pop }, editable }: CardProps) {
  const t = useText(text)
  const n = useText(networkText)
  if (!pop) return null
  return (
    <SettingCard id="setting-plan" title={t.plan} panel="fr_plan" action={editable && <OpenPanel panel="fr_plan" of={t.plan} view />}>
      <Facts
        rows={[
          [t.planName, pop.shortname],
          [t.bandwidth, n.mbps(pop.bandwidth)],
          [t.expiry, <DaysLeft key="expiry" expire_day={pop.expire_day} />],
        ]}
      />
    </SettingCard>
  )
}
