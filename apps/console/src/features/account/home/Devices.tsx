import { DesktopOutlined, MobileOutlined } from '@ant-design/icons'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { contract, type OutputOf } from '@weft/contract'
import { asking, call, confirm, ErrorState, Skeleton, TimeText, toast, useText } from '@weft/ui'
import { Button } from 'antd'
import * as text from './home.text.ts'

type Live = OutputOf<typeof contract.account.sessions>[number]

const onPhone = (device: string) => /Android|iOS|iPhone|iPad/.test(device)

/** Lists the sessions of the login, with a button to end each except the current one. */
export function Devices() {
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
    if (await confirm({ title: t.endTitle, body, action: t.endTitle, danger: true })) end.mutate([live.id])
  }
  const endOthers = async () => {
    const body = t.endOthersBody(others.length)
    const yes = await confirm({ title: t.endOthers, body, action: t.endOthers, danger: true })
    if (yes) end.mutate(others.map(({ id }) => id))
  }
  return (
    <section className="account-panel" aria-labelledby="account-devices">
      <div className="account-panel-head">
        <h2 id="account-devices">
          {t.devices} {sessions.data && <span className="account-count">{sessions.data.length}</span>}
        </h2>
        {others.length > 0 && (
          <Button type="link" loading={end.isPending} onClick={() => void endOthers()}>
            {t.endOthers}
          </Button>
        )}
      </div>
      <p className="account-panel-hint">{t.devicesHint}</p>
      {sessions.isError && <ErrorState compact onRetry={() => void sessions.refetch()} />}
      {sessions.isPending && <Skeleton paragraph={{ rows: 3 }} />}
      {sessions.data && (
        <ul className="account-devices" aria-label={t.devices}>
          {sessions.data.map((live) => (
            <li key={live.id}>
              <span className="account-device" aria-hidden="true">
                {onPhone(live.device) ? <MobileOutlined /> : <DesktopOutlined />}
              </span>
              <div className="account-device-what">
                <h3>
                  {nameOf(live)} {live.current === 1 && <span className="account-tag account-tag-here">{t.current}</span>}
                </h3>
                <p>
                  <code>{live.address}</code> · {live.current === 1 ? t.now : <TimeText at={live.last_time} relative />} · {t.signedIn}{' '}
                  <TimeText at={live.create_time} />
                </p>
              </div>
              {live.current === 0 && (
                <Button
                  type="link"
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
    </section>
  )
}
