import { contract } from '@weft/contract'
import { lastLinkProblem, problemText } from '@weft/network-rules'
import { EmptyState, language, StatusDot, useText } from '@weft/ui'
import { Form, Switch } from 'antd'
import './member-actions.css'
import * as text from './member-panels.text.ts'
import { type PanelProps, usePanelData } from './panel-props.ts'
import { SettingDrawer } from './SettingDrawer.tsx'
import { useMemberOf } from './use-member-of.ts'

interface Fields {
  links: { center_router_name: string; enable: boolean }[]
}

/** Edits to which centers a branch has links; at least one stays. */
export function PointLinkPanel(panel: PanelProps) {
  const t = useText(text)
  const spoken = language.use()
  const [form] = Form.useForm<Fields>()
  const member = useMemberOf(panel, ({ member_type }) => member_type === 'point')
  const router_name = panel.node ?? ''
  const source = usePanelData(contract.networkSettings.point_link, { network_number: panel.network.network_number, router_name })
  const links = source.data
  return (
    <SettingDrawer
      {...panel}
      size={880}
      title={[t.edit, t.of(member?.note || router_name, t.pointLink)]}
      saves="edit_point_link"
      form={form}
      initial={links && { links: links.map(({ center_router_name, enable }) => ({ center_router_name, enable: enable === 1 })) }}
      source={source}
      inputOf={(values) => ({
        router_name,
        link_config: values.links.map(({ center_router_name, enable }) => ({ center_router_name, enable: enable ? 1 : 0 })),
      })}
      fromDraft={(of) => {
        const { link_config } = of('edit_point_link') ?? {}
        const wanted = new Map(link_config?.map(({ center_router_name, enable }) => [center_router_name, enable === 1]))
        return (
          links &&
          link_config && {
            links: links.map(({ center_router_name, enable }) => ({
              center_router_name,
              enable: wanted.get(center_router_name) ?? enable === 1,
            })),
          }
        )
      }}
      verb={t.saveAndPush}
    >
      {links?.length === 0 ? (
        <EmptyState title={t.noCenters} />
      ) : (
        <Form.List
          name="links"
          rules={[
            {
              validator: (_, rows: Fields['links'] | undefined = []) => {
                const enabled = rows.map(({ enable }) => (enable ? 1 : 0))
                const problem = lastLinkProblem(router_name, enabled, member?.fixed_port != null)
                return problem ? Promise.reject(new Error(problemText(problem, spoken))) : Promise.resolve()
              },
            },
          ]}
        >
          {(fields, _, { errors }) => (
            <>
              <table className="setting-table">
                <thead>
                  <tr>
                    <th scope="col">{t.center}</th>
                    <th scope="col">{t.state}</th>
                    <th scope="col">{t.enable}</th>
                  </tr>
                </thead>
                <tbody>
                  {fields.map(({ key, name }) => {
                    const link = links?.[name]
                    const center = link?.center_router_name_note || link?.center_router_name || ''
                    return (
                      <tr key={key}>
                        <th scope="row">
                          {center}
                          {center !== link?.center_router_name && <small>{link?.center_router_name}</small>}
                        </th>
                        <td>
                          {link?.vpn_online === 1 ? (
                            <StatusDot kind="online" text={t.connected} />
                          ) : (
                            <StatusDot kind={link?.enable === 1 ? 'offline' : 'idle'} text={t.broken} />
                          )}
                        </td>
                        <td>
                          <Form.Item name={[name, 'enable']} valuePropName="checked" noStyle>
                            <Switch aria-label={t.enableOf(center)} />
                          </Form.Item>
                        </td>
                      </tr>
                    )
                  })}
                </tbody>
              </table>
              <Form.ErrorList errors={errors} />
            </>
          )}
        </Form.List>
      )}
    </SettingDrawer>
  )
}
