import { useMutation, useQuery } from '@tanstack/react-query'
import { type BranchCells, contract, MAX_BRANCHES, MAX_PAGE_SIZE, type MemberOption } from '@weft/contract'
import { asking, call, useText } from '@weft/ui'
import { Button } from 'antd'
import { MemberName } from '../../../shared/member/MemberName.tsx'
import * as text from './bulk.text.ts'

const SHOWN = 3

interface Props {
  network_number: string
  onFill: (rows: BranchCells[]) => void
}

/** Shows the hardware that may still join the network, and fills the sheet with it. */
export function FreeDevices({ network_number, onFill }: Props) {
  const t = useText(text)
  const { data } = useQuery(asking(contract.router.hardware, { network_number, limit: MAX_PAGE_SIZE }, { quiet: true }))
  const fill = useMutation({
    mutationFn: async () => {
      const pages = Math.ceil(Math.min(MAX_BRANCHES, data!.count) / MAX_PAGE_SIZE)
      const more = Array.from({ length: pages - 1 }, (_, i) =>
        call(contract.router.hardware, { network_number, limit: MAX_PAGE_SIZE, page: i + 2 }),
      )
      return [data!, ...(await Promise.all(more))].flatMap(({ rows }) => rows)
    },
    onSuccess: (devices) => onFill(devices.map(cellsOf)),
  })
  return (
    <>
      <h2>{t.free}</h2>
      {data && (
        <>
          <p className="bulk-help">{data.count === 0 ? t.freeNone : t.freeHelp(data.count)}</p>
          {data.count > 0 && (
            <div className="bulk-card">
              <ul className="bulk-devices">
                {data.rows.slice(0, SHOWN).map(({ router_name, note }) => (
                  <li key={router_name}>
                    <MemberName form="line" link={false} member={{ router_name, note, router_type: 1 }} />
                  </li>
                ))}
              </ul>
              <p className="bulk-help">
                {t.freeMore(data.count)}{' '}
                <Button type="link" size="small" loading={fill.isPending} onClick={() => fill.mutate()}>
                  {t.fillAll}
                </Button>
              </p>
            </div>
          )}
        </>
      )}
    </>
  )
}

const cellsOf = ({ router_name, note }: MemberOption): BranchCells => ({ router_name, note, prefix: '', center: '' })
