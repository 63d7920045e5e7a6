import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type OperatorRow, type OperatorSession, opsContract } from '@weft/contract'
import { asking, call, ErrorState, PageHeader, Skeleton, TimeText, toast, useDialog, useText } from '@weft/ui'
import { usePageObject } from '@weft/ui/frame/page-object.ts'
import { DetailCard, Facts } from '@weft/ui/parts/DetailCard.tsx'
import { usePageKey } from '@weft/ui/frame/page-key.ts'
import { Alert } from 'antd'
import { Navigate } from 'react-router'
import * as operatorText from '../../shared/operator/operator.text.ts'
import { ProvedDialog } from '../../shared/operator/ProvedDialog.tsx'
import { SessionTable } from '../../shared/operator/SessionTable.tsx'
import { useOperator } from '../../shared/operator/use-operator.ts'
import '../../shared/page/stack.css'
import { OperatorActions } from './OperatorActions.tsx'
import * as text from './operator-page.text.ts'
import { operatorsChanged } from './operator-rows.ts'
import { OperatorState } from './OperatorState.tsx'

const { operators } = opsContract

/** Shows one operator: who they are, where they are signed in, and the actions of an administrator. */
export function OperatorPage() {
  const id = usePageKey('id') ?? ''
  return id === '' ? <Navigate to="/operators" replace /> : <OneOperator key={id} id={id} />
}

function OneOperator({ id }: { id: string }) {
  const t = useText(text)
  const { data, error, isPending, refetch } = useQuery(asking(operators.info, { id }, { missing: '/operators' }))
  const self = useOperator().username === data?.username
  usePageObject(data?.username)
  if (isPending || !data)
    return (
      <>
        <PageHeader title={t.detailTitle} />
        {isPending ? <Skeleton paragraph={{ rows: 8 }} /> : <ErrorState error={error} onRetry={() => void refetch()} />}
      </>
    )
  return (
    <div className="desk-stack">
      <PageHeader title={data.username} status={<OperatorState operator={data} />} actions={!self && <OperatorActions operator={data} />} />
      {self && <Alert type="info" showIcon title={t.self} />}
      <Profile operator={data} />
      {!self && <Sessions operator={data} />}
    </div>
  )
}

function Profile({ operator }: { operator: OperatorRow }) {
  const t = useText(text)
  const { roles } = useText(operatorText)
  const { role, totp, first_password, locked_until, last_login_time, create_time } = operator
  return (
    <DetailCard title={t.profile}>
      <Facts
        facts={[
          { label: t.role, value: roles[role] },
          { label: t.totp, value: totp === 1 ? t.on : t.off },
          { label: t.password, value: first_password === 1 ? t.firstPassword : t.ownPassword },
          {
            label: t.lock,
            value:
              locked_until === null ? (
                t.notLocked
              ) : (
                <>
                  {t.lockedUntil} <TimeText at={locked_until} />
                </>
              ),
          },
          { label: t.lastLogin, value: last_login_time === null ? t.neverCame : <TimeText at={last_login_time} /> },
          { label: t.created, value: <TimeText at={create_time} /> },
        ]}
      />
    </DetailCard>
  )
}

function Sessions({ operator: { id, username } }: { operator: OperatorRow }) {
  const t = useText(text)
  const s = useText(operatorText)
  const queries = useQueryClient()
  const ending = useDialog<OperatorSession>()
  const sessions = useQuery(asking(operators.sessions, { id }, { quiet: true }))
  return (
    <DetailCard title={t.sessions}>
      {sessions.isError && <ErrorState compact onRetry={() => void sessions.refetch()} />}
      {sessions.isPending && <Skeleton paragraph={{ rows: 3 }} />}
      {sessions.data && <SessionTable sessions={sessions.data} onEnd={ending.show} />}
      {ending.subject && (
        <ProvedDialog
          title={s.endTitle(ending.subject.device)}
          action={s.end}
          danger
          note={s.endBody(username, ending.subject.device, ending.subject.address)}
          onClose={ending.close}
          submit={async () => {
            await call(operators.end_sessions, { id, session_id: ending.subject!.id }, { missing: 'stay' })
            toast.success(s.ended)
            ending.close()
            await operatorsChanged(queries)
          }}
        />
      )}
    </DetailCard>
  )
}
