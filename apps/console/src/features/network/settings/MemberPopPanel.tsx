import { type DefaultRoute, METRICS, type Metric, POP_PRIORITY } from '@weft/contract'
import { backupAreaProblem, offersBackup, problemText } from '@weft/network-rules'
import { language, useText } from '@weft/ui'
import { Form, Input, Select } from 'antd'
import { useState } from 'react'
import { useAccount } from '../../../shared/account/use-account.ts'
import { popupContainer } from '@weft/ui/parts/popup-container.ts'
import * as actionsText from './member-actions.text.ts'
import * as text from './member-panels.text.ts'
import type { PanelProps } from './panel-props.ts'
import { SettingDrawer } from './SettingDrawer.tsx'
import { useMemberOf } from './use-member-of.ts'

interface Fields {
  main: string | null
  backup: string | null
  model: DefaultRoute
  metric: Metric
}

/** Edits which POPs a member uses, and its default route there. */
export function MemberPopPanel(panel: PanelProps) {
  const t = useText(text)
  const a = useText(actionsText)
  const spoken = language.use()
  const { auth } = useAccount()
  const [form] = Form.useForm<Fields>()
  const member = useMemberOf(panel)
  const [initial] = useState<Fields | undefined>(
    () =>
      member && {
        main: member.ov_id?.main ?? null,
        backup: member.ov_id?.backup ?? null,
        model: member.default_route,
        metric: member.metric ?? METRICS[0],
      },
  )
  const main = Form.useWatch('main', form)
  const model = Form.useWatch('model', form)
  const areas = panel.network.network_fr?.areas ?? []
  const options = areas.map(({ ov_id, area }) => ({ value: ov_id, label: area }))
  const select = { getPopupContainer: popupContainer, allowClear: true, placeholder: t.none, notFoundContent: t.noAreas, options }
  const router_name = member?.router_name ?? ''
  return (
    <SettingDrawer
      {...panel}
      title={[t.edit, t.of(member?.note || router_name, t.access)]}
      saves="member_ov"
      form={form}
      initial={initial}
      inputOf={({ main: ov_id_main, backup }) => ({
        router_name,
        ov_id_main: ov_id_main ?? null,
        ov_id_backup: offersBackup(areas.length, ov_id_main) ? (backup ?? null) : null,
      })}
      also={({ model: chosen, metric }) =>
        chosen === initial?.model && (chosen !== 1 || metric === initial.metric)
          ? []
          : [{ call: 'default_route', input: { router_name, model: chosen, metric: chosen === 1 ? metric : null } }]
      }
      names={{ ov_id_main: 'main', ov_id_backup: 'backup' }}
      fromDraft={(of) => {
        const [areasOf, route] = [of('member_ov'), of('default_route')]
        return {
          ...(areasOf && { main: areasOf.ov_id_main, backup: areasOf.ov_id_backup }),
          ...(route && { model: route.model, metric: route.metric ?? METRICS[0] }),
        }
      }}
      verb={t.saveAndPush}
    >
      <fieldset className="setting-set">
        <legend>{t.area}</legend>
        {areas.length === 0 && <p className="setting-help">{t.noAreas}</p>}
        <Form.Item name="main" label={t.main}>
          <Select {...select} />
        </Form.Item>
        {offersBackup(areas.length, main) && (
          <Form.Item
            name="backup"
            label={t.backup}
            dependencies={['main']}
            rules={[
              {
                validator: (_, chosen: string | null | undefined) => {
                  const problem = backupAreaProblem(areas.length, form.getFieldValue('main') as string | null, chosen ?? null)
                  return problem ? Promise.reject(new Error(problemText(problem, spoken))) : Promise.resolve()
                },
              },
            ]}
          >
            <Select {...select} />
          </Form.Item>
        )}
      </fieldset>
      <fieldset className="setting-set">
        <legend>{t.access}</legend>
        <Form.Item label={t.priority} htmlFor="pop-priority">
          <Input id="pop-priority" readOnly variant="filled" value={member?.ov_id?.priority ?? POP_PRIORITY} />
        </Form.Item>
        {auth.default_route === 1 && (
          <Form.Item name="model" label={t.defaultRoute}>
            <Select getPopupContainer={popupContainer} options={([0, 1, 2] as const).map((value) => ({ value, label: a.routes[value] }))} />
          </Form.Item>
        )}
        {auth.default_route === 1 && model === 1 && (
          <Form.Item name="metric" label={t.metric}>
            <Select getPopupContainer={popupContainer} options={METRICS.map((value) => ({ value, label: a.metrics[value] }))} />
          </Form.Item>
        )}
      </fieldset>
    </SettingDrawer>
  )
}
