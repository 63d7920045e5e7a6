import { DesktopOutlined, LaptopOutlined, MobileOutlined } from '@ant-design/icons'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { contract, type OutputOf } from '@weft/contract'
import { asking, call, confirm, ErrorState, Skeleton, TimeText, toast, useText } from '@weft/ui'
import { Button, Tag } from 'antd'
import type { ReactNode } from 'react'
import { SecurityCard } from './SecurityCard.tsx'
import * as text from './security.text.ts'

type Live = OutputOf<typeof contract.account.sessions>[number]

const onPhone = (device: string) => /Android|iOS|iPhone|iPad/.test(device)

/** Lists the sessions of the login, with a button to end each except the current one. */
export function SessionCard() {
  const t = useText(text)
  const queries = useQueryClient()
  const sessions = useQuery(asking(contract.account.sessions, {}, { quiet: true }))
  const others = sessions.data?.filter(({ current }) => current === 0) ?? []
  const nameOf = ({ device }: Live) => device || t.unknownDevice

  const end = useMutation({
    mutationFn: (ids: string[]) => Promise.all(ids.map((id) => call(contract.account.session_end, { id }, { missing: 'stay' }))),
    onSuccess: (_, ids) => toast.success(ids.length > 1 ? t.endedOthers : t.ended),
    onSettled: () => queries.invalidateQueries({ queryKey: [contract.account.sessions.path] }),
  })
  const endOne = async (live: Live) => {
    const body = t.endBody(nameOf(live), live.address)
    if (await confirm({ title: t.endTitle, body, action: t.end, danger: true })) end.mutate([live.id])
  }
  const endOthers = async () => {
    const body = t.endOthersBody(others.length)
    const yes = await confirm({ title: t.endOthersTitle, body, action: t.endOthers, danger: true })
    if (yes) end.mutate(others.map(({ id }) => id))
  }
  return (
    <SecurityCard
      icon={<LaptopOutlined />}
      title={t.sessions}
      status={sessions.data && <span className="security-count">{t.sessionCount(sessions.data.length)}</span>}
      text={t.sessionsText}
      action={
        others.length > 0 && (
          <Button loading={end.isPending} onClick={() => void endOthers()}>
            {t.endOthers}
          </Button>
        )
      }
    >
      {sessions.isError && <ErrorState compact onRetry={() => void sessions.refetch()} />}
      {sessions.isPending && <Skeleton paragraph={{ rows: 3 }} />}
      {sessions.data && (
        <ul className="security-sessions" aria-label={t.sessions}>
          {sessions.data.map((live) => (
            <li key={live.id} className="security-session">
              <span className="security-device" aria-hidden="true">
                {onPhone(live.device) ? <MobileOutlined /> : <DesktopOutlined />}
              </span>
              <div className="security-session-what">
                <h3>
                  {nameOf(live)} {live.current === 1 && <Tag color="blue">{t.current}</Tag>}
                </h3>
                <dl>
                  <Fact name={t.address}>
                    <span className="weft-mono">{live.address}</span>
                  </Fact>
                  <Fact name={t.signedIn}>
                    <TimeText at={live.create_time} />
                  </Fact>
                  <Fact name={t.lastUsed}>{live.current === 1 ? t.now : <TimeText at={live.last_time} relative />}</Fact>
                </dl>
              </div>
              {live.current === 0 && (
                <Button
                  type="link"
                  danger
                  disabled={end.isPending}
                  aria-label={t.endOne(nameOf(live), live.address)}
                  onClick={() => void endOne(live)}
                >
                  {t.end}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </SecurityCard>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
