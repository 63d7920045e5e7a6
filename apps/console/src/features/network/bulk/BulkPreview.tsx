import type { NetworkInfo } from '@weft/contract'
import { StateText, useText } from '@weft/ui'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { MiniLoom } from '../../../shared/loom/MiniLoom.tsx'
import { newTicketPath } from '../../../shared/ticket/ticket-path.ts'
import { loomWith } from './bulk-loom.ts'
import * as text from './bulk.text.ts'
import type { Bulk } from './use-bulk.ts'

/** The type of tickets about networks. */
const NETWORKING = 2

/** The most renamed members that are named. */
const MOST_RENAMED = 5

/** Shows what will happen when the good rows are added: counts, the limit, the loom with the new rows, and who is interrupted. */
export function BulkPreview({ network, bulk: { answer, good } }: { network: NetworkInfo; bulk: Pick<Bulk, 'answer' | 'good'> }) {
  const t = useText(text)
  const { network_number, network_name, member } = network
  const loom = useMemo(() => loomWith(network, good), [network, good])
  if (!answer) return <h2>{t.preview}</h2>
  const { used, count, over, links, prefixes, offline, interrupted } = answer
  const added = answer.rows.length - over
  const joining = new Set(answer.rows.slice(0, added))
  const renamed = answer.problems.filter(({ row, code }) => code === 'branchRenamed' && joining.has(row))
  const ticket = newTicketPath({ type: NETWORKING, title: t.ticketTitle, content: t.ticketLines(network_name, network_number, over) })
  return (
    <>
      <h2>{t.preview}</h2>
      <div className="bulk-card">
        <dl className="bulk-figures">
          <dt>{t.branches}</dt>
          <dd>{added}</dd>
          {links !== null && (
            <>
              <dt>{t.links}</dt>
              <dd>{links}</dd>
            </>
          )}
          <dt>{t.prefixes}</dt>
          <dd>{t.prefixCount(prefixes)}</dd>
          <dt>{t.members}</dt>
          <dd className={over > 0 ? 'bulk-bad' : ''}>{t.membersThen(used, used + added, count)}</dd>
        </dl>
        {over > 0 && (
          <p className="bulk-over">
            {t.over(over)} <Link to={ticket}>{t.requestMore}</Link>
          </p>
        )}
      </div>
      {added > 0 && loom.threads.length > 0 && (
        <div className="bulk-card">
          <MiniLoom threads={loom.threads} rows={loom.rows} />
          <p className="bulk-help">{t.loom(loom.rows.length - good.length)}</p>
        </div>
      )}
      {added > 0 && (
        <ul className="bulk-card bulk-effects">
          <li>
            <StateText state={interrupted > 0 ? 'degraded' : 'up'}>
              {interrupted > 0 ? t.interrupted(interrupted) : t.uninterrupted(member.length)}
            </StateText>
          </li>
          <li>
            <StateText state="running">{t.oneRevision}</StateText>
          </li>
          {renamed.length > 0 && (
            <li>
              <StateText state="degraded">{t.renamed(renamed.length)}</StateText>
              <ul className="bulk-renamed">
                {renamed.slice(0, MOST_RENAMED).map(({ row, text: said }) => (
                  <li key={row}>{said}</li>
                ))}
              </ul>
            </li>
          )}
          {offline > 0 && (
            <li>
              <StateText state="never">{t.offline(offline)}</StateText>
            </li>
          )}
        </ul>
      )}
    </>
  )
}
