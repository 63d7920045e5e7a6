import { useQuery } from '@tanstack/react-query'
import { contract, namesIn, networkFields } from '@weft/contract'
import { absoluteTime, asking, language, useText } from '@weft/ui'
import { Button } from 'antd'
import { applying, type Conflict } from '../../../shared/apply/applying.ts'
import * as text from './apply.text.ts'

/** Says who changed what meanwhile, so that nothing was saved, and lets the user compare or give up. */
export function ConflictBody({ network_number, conflict }: { network_number: string; conflict: Conflict }) {
  const t = useText(text)
  const spoken = language.use()
  const { data } = useQuery({
    ...asking(contract.networkRevisions.list, { network_number, limit: 1 }, { quiet: true, missing: 'stay' }),
    staleTime: 0,
  })
  const newest = data?.rows.find(({ revision }) => revision > conflict.since)
  const [first] = newest?.diff ?? []
  const what = first ? namesIn(spoken, networkFields)[first.field] : t.conflictWhat
  const answer = (next: () => void) => {
    applying.settle(network_number)
    next()
  }
  return (
    <>
      <div className="apply-body">
        <p>{newest ? t.conflictBody(newest.by, absoluteTime(newest.create_time).slice(11, 16), what) : t.conflictUnknown}</p>
      </div>
      <footer>
        <span className="apply-note" />
        <Button size="small" onClick={() => answer(conflict.drop)}>
          {t.drop}
        </Button>
        <Button size="small" type="primary" onClick={() => answer(conflict.merge)}>
          {t.merge}
        </Button>
      </footer>
    </>
  )
}
