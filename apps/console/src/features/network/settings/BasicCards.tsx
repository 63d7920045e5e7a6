import { useMutation, useQueryClient } from '@tanstack/react-query'
import { contract, type NetworkInfo, readLine } from '@weft/contract'
import { nameLengthMax, nameLengthProblem, problemText } from '@weft/network-rules'
import { applyFieldErrors, call, CopyText, language, tellFirstProblem, TimeText, toast, useText } from '@weft/ui'
import { counted } from '@weft/ui/form/counted.ts'
import { Button, Form, Input, Radio } from 'antd'
import { useState } from 'react'
import { useAccount } from '../../../shared/account/use-account.ts'
import * as networkText from '../network.text.ts'
import { networksChanged } from '../networks-changed.ts'
import { inTurn, revisionOnScreen } from '../own-saves.ts'
import { Facts, OpenPanel, SettingCard } from './SettingCard.tsx'
import * as text from './settings-tab.text.ts'
import { usePanel } from './use-panel.ts'
import { useSettingChange } from './use-setting-change.ts'

export interface CardProps {
  network: NetworkInfo
  editable: boolean
}

export function BasicCard({ network, editable }: CardProps) {
  const t = useText(text)
  const n = useText(networkText)
  const { open } = usePanel()
  const [renaming, setRenaming] = useState(false)
  return (
    <SettingCard
      id="setting-basic"
      title={t.basic}
      action={
        <span className="setting-foot">
          {editable && !renaming && (
            <Button type="link" className="setting-open" onClick={() => setRenaming(true)}>
              {n.rename}
            </Button>
          )}
          <Button type="link" className="setting-open" onClick={() => open('history')}>
            {n.history}
          </Button>
        </span>
      }
    >
      <Facts
        rows={[
          [t.name, renaming ? <Rename network={network} onDone={() => setRenaming(false)} /> : network.network_name],
          [t.number, <CopyText key="number" value={network.network_number} />],
          [t.type, n.types[network.network_type]],
          [t.created, <TimeText key="created" at={network.create_time} />],
        ]}
      />
    </SettingCard>
  )
}

function Rename({ network, onDone }: { network: NetworkInfo; onDone: () => void }) {
  const t = useText(text)
  const n = useText(networkText)
  const queries = useQueryClient()
  const [form] = Form.useForm<{ network_name: string }>()
  const spoken = language.use()
  const popNetwork = network.network_type === 3
  const rename = useMutation({
    ...inTurn(network.network_number),
    mutationFn: async (network_name: string) =>
      call(
        contract.network.rename,
        { network_number: network.network_number, network_name },
        { missing: 'stay', ifMatch: await revisionOnScreen(queries, network) },
      ),
    onSuccess: async () => {
      toast.success(t.saved)
      await networksChanged(queries)
      onDone()
    },
    onError: (error) => {
      applyFieldErrors(form, error)
      // After a refusal because of someone else's change, the user may try again upon the newest revision.
      void networksChanged(queries)
    },
  })
  const submit = (typed: string) => {
    const network_name = readLine(typed)
    if (network_name === network.network_name) onDone()
    else if (!rename.isPending) rename.mutate(network_name)
  }
  const nameRule = (_: object, value = '') => {
    if (readLine(value) === '') return Promise.reject(new Error(n.nameMissing))
    const long = nameLengthProblem(readLine(value), popNetwork)
    return long ? Promise.reject(new Error(problemText(long, spoken))) : Promise.resolve()
  }
  return (
    <Form
      form={form}
      className="setting-rename"
      initialValues={{ network_name: network.network_name }}
      onFinish={({ network_name }: { network_name: string }) => submit(network_name)}
      onFinishFailed={tellFirstProblem}
    >
      <Form.Item name="network_name" rules={[{ validator: nameRule }]}>
        <Input
          autoFocus
          autoComplete="off"
          aria-label={t.name}
          count={counted(nameLengthMax(popNetwork))}
          onKeyDown={({ key }) => key === 'Escape' && onDone()}
        />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={rename.isPending}>
        {t.save}
      </Button>
      <Button onClick={onDone}>{t.cancel}</Button>
    </Form>
  )
}

export function CiphersCard({ network, editable }: CardProps) {
  const t = useText(text)
  const n = useText(networkText)
  const { change, pending } = useSettingChange(network)
  const [chosen, setChosen] = useState<NetworkInfo['ncp_ciphers']>()
  const present = network.ncp_ciphers
  const wanted = chosen ?? present
  const save = async () => {
    if (wanted === present) return
    await change('ciphers', { ncp_ciphers: wanted }, { title: t.ciphersTitle, body: t.ciphersHelp, action: t.ciphersDo })
  }
  return (
    <SettingCard id="setting-ciphers" title={t.ciphers}>
      <div className="setting-inline">
        <div className="setting-explained">
          {editable ? (
            <Radio.Group
              aria-label={t.ciphers}
              value={wanted}
              options={(['default', 'sm'] as const).map((value) => ({ value, label: n.ciphers[value] }))}
              onChange={({ target: { value } }) => setChosen(value)}
            />
          ) : (
            <p>{n.ciphers[present]}</p>
          )}
          <p className="setting-help">{t.ciphersHelp}</p>
          <p className="setting-help">{t.ciphersScope}</p>
        </div>
        {editable && (
          <Button disabled={wanted === present} loading={pending !== undefined} onClick={() => void save()}>
            {t.save}
          </Button>
        )}
      </div>
    </SettingCard>
  )
}

export function DnsCard({ network, editable }: CardProps) {
  const t = useText(text)
  const { network_dns } = network
  return (
    <SettingCard id="setting-dns" title={t.dns} panel="dns" action={editable && <OpenPanel panel="dns" of={t.dns} />}>
      {network_dns.length > 0 ? <p className="weft-mono">{network_dns.join('　')}</p> : <p className="setting-help">{t.dnsNone}</p>}
    </SettingCard>
  )
}

/** Switches dynamic routing of all branches; hidden if the account does not have it. */
export function QuaggaCard({ network, editable }: CardProps) {
  const t = useText(text)
  const { auth } = useAccount()
  const { change, pending } = useSettingChange(network)
  if (auth.quagga !== 1) return null
  const branches = network.member.filter(({ member_type, router_type }) => member_type === 'point' && router_type === 1)
  const on = branches.filter(({ quagga }) => quagga === 1).length
  const ask = (name: 'quagga_enable' | 'quagga_disable', title: string, body: string, action: string) =>
    change(name, {}, { title, body, action })
  return (
    <SettingCard id="setting-quagga" title={t.quagga} term="quagga">
      <div className="setting-inline">
        <span>{t.quaggaOn(on)}</span>
        {editable && branches.length > 0 && (
          <span className="setting-foot">
            <Button
              disabled={on === branches.length}
              loading={pending?.name === 'quagga_enable'}
              onClick={() => void ask('quagga_enable', t.enableTitle, t.enableBody(branches.length - on), t.enableAll)}
            >
              {t.enableAll}
            </Button>
            <Button
              disabled={on === 0}
              loading={pending?.name === 'quagga_disable'}
              onClick={() => void ask('quagga_disable', t.disableTitle, t.disableBody(on), t.disableAll)}
            >
              {t.disableAll}
            </Button>
          </span>
        )}
      </div>
    </SettingCard>
  )
}
