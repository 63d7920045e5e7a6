import { useQuery } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { asking, ErrorState, grouped, useText } from '@weft/ui'
import { Button, Progress } from 'antd'
import { usageState } from '../../../shared/account/usage-state.ts'
import { useAskByTicket } from '../../../shared/ticket/use-ask-by-ticket.ts'
import * as text from './network-list.text.ts'

/** Shows the service level of the account, and how many of its places for members are used; more of both is asked for by a ticket. */
export function NetworkFacts() {
  const t = useText(text)
  const ask = useAskByTicket()
  const config = useQuery(asking(contract.network.config, {}, { quiet: true }))
  if (config.isError && !config.data) return <ErrorState compact onRetry={() => void config.refetch()} />
  if (!config.data) return null
  const { network_level, network_router_use: used, network_router_count: count } = config.data
  const percent = count === 0 ? 100 : Math.min(100, (used / count) * 100)
  const more = (label: string, title: string, words: string) => (
    <Button
      type="link"
      size="small"
      className="network-facts-more"
      aria-haspopup="dialog"
      aria-label={label}
      onClick={() => void ask('upgrade', title)}
    >
      {words}
    </Button>
  )
  return (
    <>
      <span className="network-facts" role="group" aria-label={t.level}>
        {t.levels[network_level]}
        {more(t.upgradeOf(t.level), t.upgradeLevel, t.upgrade)}
      </span>
      <span className="network-facts" role="group" aria-label={t.members}>
        <span className={percent >= 100 ? 'network-facts-full' : undefined}>
          {used >= count ? t.full(grouped(used), grouped(count)) : t.used(grouped(used), grouped(count))}
        </span>
        <Progress
          className="network-facts-bar"
          percent={percent}
          showInfo={false}
          size={[64, 4]}
          aria-label={t.members}
          {...usageState(used, count)}
        />
        {used < count && <span>{t.left(count - used)}</span>}
        {more(t.askOf(t.members), t.upgradeMembers, t.ask)}
      </span>
    </>
  )
}
