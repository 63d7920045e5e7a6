import { contract } from '@weft/contract'
import { absoluteTime, asking, useText } from '@weft/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { networksChanged } from '../networks-changed.ts'
import * as text from './settings.text.ts'

interface Props {
  network_number: string
  /** The revision that the form began with. */
  since: number
  saving: boolean
  /** Once the newest is known to the page. */
  onLatest: () => void
  /** Save upon the newest revision. */
  onSave: (newest: number) => void
}

/** How many revisions are told in full. */
const TOLD = 5
/** More than anyone saves while a drawer is open. */
const LOOKED_AT = 100

/** What others did to the network since, and the choice between it and what was typed. */
export function ChangedMeanwhile({ network_number, since, saving, onLatest, onSave }: Props) {
  const t = useText(text)
  const queries = useQueryClient()
  const [loading, setLoading] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const revisions = useQuery({
    ...asking(contract.networkRevisions.list, { network_number, limit: LOOKED_AT }),
    staleTime: 0,
    gcTime: 0,
  })
  const fresh = revisions.data?.rows.filter(({ revision }) => revision > since) ?? []
  useEffect(() => {
    // Some browsers answer a promise here, which is no way to clean up.
    place.current?.scrollIntoView?.({ block: 'nearest' })
  }, [])

  const latest = async () => {
    setLoading(true)
    await networksChanged(queries)
    onLatest()
  }
  const [newest] = fresh
  return (
    <div ref={place}>
      <Alert
        className="weft-dialog-note"
        type="warning"
        showIcon
        role="alert"
        title={
          newest ? (
            <ul className="setting-revisions">
              {fresh.slice(0, TOLD).map(({ revision, by, create_time, diff, summary }) => (
                <li key={revision}>
                  {t.changed(by, absoluteTime(create_time), diff.length > 0 ? diff.map((change) => change.text).join('；') : summary)}
                </li>
              ))}
              {fresh.length > TOLD && <li>{t.changedMore(fresh.length - TOLD)}</li>}
            </ul>
          ) : (
            t.changedSomehow
          )
        }
        description={
          <span className="setting-conflict">
            <Button size="small" loading={loading} onClick={() => void latest()}>
              {t.loadLatest}
            </Button>
            <Button size="small" disabled={!newest} loading={saving} onClick={() => newest && onSave(newest.revision)}>
              {t.saveAnyway}
            </Button>
          </span>
        }
      />
    </div>
  )
}
