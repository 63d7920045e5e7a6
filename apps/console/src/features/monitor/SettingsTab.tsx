import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { alertEvents, contract, type MonitorConfig, type MonitorRouter, refusals, type WebhookConfig } from '@weft/contract'
import { ApiRefusal, asking, call, confirm, ErrorState, Skeleton, toast, useDialog, useText, useUnsavedGuard, listed } from '@weft/ui'
import { Alert, Button, Checkbox } from 'antd'
import { useMemo, useState } from 'react'
import { Term } from '../../shared/help/Term.tsx'
import { BlockedButton } from '../../shared/page/BlockedButton.tsx'
import { DetailCard } from '@weft/ui/parts/DetailCard.tsx'
import { ChannelChoice } from './ChannelChoice.tsx'
import { ContactsDrawer } from './dialogs/ContactsDrawer.tsx'
import { WebhookDrawer } from './dialogs/WebhookDrawer.tsx'
import { MemberPicker } from './MemberPicker.tsx'
import { monitorChanged } from './monitor-changed.ts'
import { isChanged, type MonitorDraft, type MonitorFlag, nothingChanged, settingsOf } from './monitor-draft.ts'
import * as text from './monitor.text.ts'
import { useMonitorRights } from './use-monitor-rights.ts'
import { webhookTarget } from './webhook-target.ts'

/** Most names of deleted members that are listed one by one. */
const MOST_NAMES = 5

/** Shows events, channels and members, with a bar that saves them all; contacts and webhook are saved in their own drawers. */
export function SettingsTab({ config }: { config: MonitorConfig }) {
  const members = useQuery(asking(contract.monitor.routers, {}))
  const webhook = useQuery(asking(contract.webhook.config, {}))
  if (members.data && webhook.data !== undefined) return <Settings config={config} members={members.data} webhook={webhook.data} />
  if (!members.isError && !webhook.isError) return <Skeleton paragraph={{ rows: 8 }} />
  return (
    <ErrorState
      onRetry={() => {
        void members.refetch()
        void webhook.refetch()
      }}
    />
  )
}

interface Props {
  config: MonitorConfig
  members: readonly MonitorRouter[]
  webhook: WebhookConfig | null
}

function Settings({ config, members, webhook }: Props) {
  const t = useText(text)
  const queries = useQueryClient()
  const rights = useMonitorRights()
  const drawer = useDialog<'contacts' | 'webhook'>()
  const [draft, setDraft] = useState<MonitorDraft>(nothingChanged)
  const [lost, setLost] = useState<string[]>([])
  const settings = useMemo(() => settingsOf(config, draft, members, webhook !== null), [config, draft, members, webhook])
  const chosen = useMemo(() => new Set(settings.router), [settings.router])
  const changed = isChanged(config, draft, settings)
  useUnsavedGuard(changed)

  const change = (flag: MonitorFlag, on: boolean) => setDraft((now) => ({ ...now, flags: { ...now.flags, [flag]: on ? 1 : 0 } }))
  const undo = () => {
    setDraft(nothingChanged)
    setLost([])
  }
  const save = useMutation({
    mutationFn: () => call(contract.monitor.setting, settings, { missing: 'stay', handled: [refusals.memberNotFound.code] }),
    onSuccess: async () => {
      toast.success(t.saved)
      setLost([])
      await monitorChanged(queries)
      setDraft(nothingChanged)
    },
    onError: async (error) => {
      if (!(error instanceof ApiRefusal)) return
      await monitorChanged(queries)
      if (error.code !== refusals.memberNotFound.code) return
      const there = new Set((await queries.fetchQuery(asking(contract.monitor.routers, {}))).map(({ router_name }) => router_name))
      setLost(settings.router.filter((name) => !there.has(name)))
    },
  })
  const close = useMutation({
    mutationFn: () => call(contract.monitor.close, {}),
    onSuccess: () => {
      toast.success(t.closed)
      return monitorChanged(queries)
    },
  })
  const askClose = async () => {
    if (await confirm({ title: t.close, body: t.closeBody, action: t.close, danger: true })) close.mutate()
  }
  const lostNames = listed(lost.slice(0, MOST_NAMES))
  return (
    <div className="monitor-settings">
      {!rights.edit && <Alert type="info" showIcon title={t.noRight} />}
      <DetailCard title={t.events}>
        <ul className="monitor-choices">
          {alertEvents.map((event) => (
            <li key={event}>
              <Checkbox disabled={!rights.edit} checked={settings[event] === 1} onChange={({ target }) => change(event, target.checked)}>
                {t.eventNames[event]}
              </Checkbox>
              <span className="monitor-aside">{t.eventHints[event]}</span>
            </li>
          ))}
        </ul>
      </DetailCard>
      <DetailCard title={t.channels}>
        <ChannelChoice
          config={config}
          settings={settings}
          webhook={webhook}
          onChange={rights.edit ? change : undefined}
          onConfigure={() => drawer.show('webhook')}
        />
      </DetailCard>
      <DetailCard title={t.members}>
        <p className="monitor-help">{t.membersHint}</p>
        <div className="monitor-new">
          <Checkbox
            disabled={!rights.edit}
            checked={settings.watch_new === 1}
            onChange={({ target }) => change('watch_new', target.checked)}
          >
            {t.watchNew}
          </Checkbox>
          <span className="monitor-aside">{t.watchNewHint}</span>
        </div>
        <MemberPicker
          heading="h3"
          members={members}
          chosen={chosen}
          onChange={rights.edit ? (router) => setDraft((now) => ({ ...now, router })) : undefined}
        />
      </DetailCard>
      <DetailCard
        title={t.contacts}
        term={<Term of="contact" />}
        extra={
          <Button aria-haspopup="dialog" onClick={() => drawer.show('contacts')}>
            {t.manageContacts}
          </Button>
        }
      >
        <p className="monitor-summary">{t.contactSummary(config.contacts, config.contacts_verified)}</p>
      </DetailCard>
      <DetailCard
        title={t.channelNames.webhook}
        extra={
          <Button aria-haspopup="dialog" onClick={() => drawer.show('webhook')}>
            {t.configure}
          </Button>
        }
      >
        <p className="monitor-summary">{webhook ? webhookTarget(webhook, t) : t.webhookHint}</p>
      </DetailCard>
      <DetailCard
        title={t.danger}
        extra={
          <BlockedButton
            danger
            aria-haspopup="dialog"
            reason={rights.delete ? undefined : t.noRight}
            loading={close.isPending}
            onPress={() => void askClose()}
          >
            {t.close}
          </BlockedButton>
        }
      >
        <p className="monitor-summary">{t.dangerHint}</p>
      </DetailCard>
      <div className="monitor-foot" role="status">
        {lost.length > 0 && (
          <Alert
            type="warning"
            showIcon
            closable
            onClose={() => setLost([])}
            title={t.lost(lost.length > MOST_NAMES ? t.lostMore(lostNames, lost.length) : lostNames)}
          />
        )}
        {changed && (
          <div className="monitor-save">
            <span>{t.unsaved}</span>
            <Button onClick={undo}>{t.reset}</Button>
            <Button type="primary" loading={save.isPending} onClick={() => save.mutate()}>
              {t.save}
            </Button>
          </div>
        )}
      </div>
      {drawer.subject === 'contacts' && <ContactsDrawer mayEdit={rights.edit} onClose={drawer.close} />}
      {drawer.subject === 'webhook' && <WebhookDrawer webhook={webhook} mayEdit={rights.edit} onClose={drawer.close} />}
    </div>
  )
}
