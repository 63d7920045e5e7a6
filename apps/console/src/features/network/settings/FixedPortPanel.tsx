import { equalPorts, problemText } from '@weft/network-rules'
import { language, useText } from '@weft/ui'
import { Form } from 'antd'
import { useState } from 'react'
import * as text from './fixed-port.text.ts'
import type { PanelProps } from './panel-props.ts'
import { PortFields } from './PortFields.tsx'
import { portSent, portTyped, type TypedPort } from './service-port.ts'
import { SettingDrawer } from './SettingDrawer.tsx'
import { useMemberOf } from './use-member-of.ts'

interface Both {
  router_service: TypedPort
  software_service: TypedPort
}
const services = [
  ['router_service', 'hardware'],
  ['software_service', 'software'],
] as const

const DYNAMIC = { public_ip: null, public_port: null, static_port: null }

/** Edits the fixed ports of a center's two services, or of a branch that others dial. */
export function FixedPortPanel(panel: PanelProps) {
  const t = useText(text)
  const spoken = language.use()
  const [form] = Form.useForm<Both>()
  const pointToPoint = panel.network.network_type === 2
  const member = useMemberOf(panel, ({ fixed_port, router_type }) => fixed_port !== null || (pointToPoint && router_type === 1))
  const [initial] = useState<Both | undefined>(() => {
    const { router, software } = member?.fixed_port ?? { router: DYNAMIC, software: DYNAMIC }
    return member && { router_service: portTyped(router), software_service: portTyped(software) }
  })
  const router_name = member?.router_name ?? ''
  /** Returns the error if both services have equal ports. It is shown at the second service. */
  const differing = (part: keyof TypedPort) => {
    const { router_service: a, software_service: b } = form.getFieldsValue(true) as Both
    const problem = equalPorts(portSent(a), portSent(b)).find(({ where }) => where.part === part)
    return problem && problemText(problem, spoken)
  }
  return (
    <SettingDrawer
      {...panel}
      title={[t.edit, `${member?.note || router_name} ${t.ports}`]}
      saves="fixed_port"
      form={form}
      initial={initial}
      inputOf={({ router_service, software_service }) => ({
        router_name,
        router_service: portSent(router_service),
        software_service: portSent(software_service),
      })}
      fromDraft={(of) => {
        const ports = of('fixed_port')
        return ports && { router_service: portTyped(ports.router_service), software_service: portTyped(ports.software_service) }
      }}
      verb={t.saveAndPush}
    >
      <p className="setting-help weft-dialog-note">{pointToPoint ? t.helpPoint : t.help}</p>
      {services.map(([field, title]) => (
        <fieldset key={field} className="setting-set">
          <legend>{t[title]}</legend>
          <PortFields
            name={[field]}
            optional
            {...(field === 'software_service'
              ? {
                  also: differing,
                  beside: [
                    ['router_service', 'public_ip'],
                    ['router_service', 'public_port'],
                    ['router_service', 'static_port'],
                  ],
                }
              : {})}
          />
        </fieldset>
      ))}
    </SettingDrawer>
  )
}
