import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type OperatorSession, opsContract } from '@weft/contract'
import { asking, call, confirm, ErrorState, Skeleton, toast, useText } from '@weft/ui'
import { DetailCard } from '@weft/ui/parts/DetailCard.tsx'
import { Button } from 'antd'
import * as operatorText from '../../shared/operator/operator.text.ts'
import { SessionTable } from '../../shared/operator/SessionTable.tsx'
import { useOperator } from '../../shared/operator/use-operator.ts'
import * as text from './security.text.ts'

const { ownSignIn } = opsContract

/** Lists where the operator is signed in, with a button to end each session except this one. */
export function OwnSessions() {
  const t = useText(text)
  const s = useText(operatorText)
  const { username } = useOperator()
  const queries = useQueryClient()
  const { data, isError, isPending, refetch } = useQuery(asking(ownSignIn.sessions, {}, { quiet: true }))
  const others = data?.filter(({ current }) => current === 0).length ?? 0
  const end = useMutation({
    mutationFn: (id: string | undefined) => call(ownSignIn.end_session, id === undefined ? {} : { id }, { missing: 'stay' }),
    onSuccess: () => toast.success(s.ended),
    onSettled: () => queries.invalidateQueries({ queryKey: [ownSignIn.sessions.path] }),
  })
  const endOne = async ({ id, device, address }: OperatorSession) => {
    if (await confirm({ title: s.endTitle(device), body: s.endBody(username, device, address), action: s.end, danger: true }))
      end.mutate(id)
  }
  const endOthers = async () => {
    if (await confirm({ title: t.endOthersTitle(others), body: t.endOthersBody, action: s.end, danger: true })) end.mutate(undefined)
  }
  return (
    <DetailCard
      title={s.sessions}
      extra={
        others > 0 && (
          <Button className="desk-extra" aria-haspopup="dialog" loading={end.isPending} onClick={() => void endOthers()}>
            {t.endOthers}
          </Button>
        )
      }
    >
      {isError && <ErrorState compact onRetry={() => void refetch()} />}
      {isPending && <Skeleton paragraph={{ rows: 3 }} />}
      {data && <SessionTable sessions={data} onEnd={(session) => void endOne(session)} />}
    </DetailCard>
  )
}
