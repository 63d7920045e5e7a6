import { contract } from '@weft/contract'
import { absoluteTime, asking, useText } from '@weft/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { networksChanged } from '../networks-changed.ts'
import * as text from './settings.text.ts'

interface Props {
  network_number: string
  /** The revision that the form started from. */
  since: number
  saving: boolean
  /** Called once the page has loaded the newest revision. */
  onLatest: () => void
  /** Saves upon the newest revision. */
  onSave: (newest: number) => void
}

/** Number of revisions that are listed; the others are only counted. */
const TOLD = 5
/** Number of revisions that are loaded: more than anyone saves while a drawer is open. */
const LOOKED_AT = 100

/** Shows what others changed in the network meanwhile, and lets the user load that or save the own input. */
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
    // In braces: some browsers return a promise here, which is not a valid cleanup function.
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
