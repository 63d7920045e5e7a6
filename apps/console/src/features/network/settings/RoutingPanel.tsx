import { contract, type RoutingType } from '@weft/contract'
import { otherCenter, routingProblem, problemText } from '@weft/network-rules'
import { language, useText, bracketed } from '@weft/ui'
import { Form, Select } from 'antd'
import { popupContainer } from '@weft/ui/parts/popup-container.ts'
import { ChoiceCards } from './ChoiceCards.tsx'
import { type PanelProps, usePanelData } from './panel-props.ts'
import * as text from './routing.text.ts'
import { SettingDrawer } from './SettingDrawer.tsx'

interface Fields {
  type: RoutingType
  main_router: string | null
  secondary_router: string | null
}
const roles = ['main_router', 'secondary_router'] as const

/** Edits whether both centers carry traffic, or one is the backup of the other. */
export function RoutingPanel(panel: PanelProps) {
  const t = useText(text)
  const spoken = language.use()
  const [form] = Form.useForm<Fields>()
  const source = usePanelData(contract.networkSettings.routing, { network_number: panel.network.network_number })
  const type = Form.useWatch('type', form)
  const initial: Fields | undefined = source.data && {
    type: source.data.type,
    main_router: source.data.main_router,
    secondary_router: source.data.secondary_router,
  }
  const centers = source.data?.centers ?? []
  /** Sets the other center if there are exactly two. */
  const chosen = (role: (typeof roles)[number], name: string) => {
    const other = otherCenter(
      centers.map(({ router_name }) => router_name),
      name,
    )
    if (other === null) return
    form.setFieldValue(role === 'main_router' ? 'secondary_router' : 'main_router', other)
    void form.validateFields([...roles]).catch(() => {})
  }
  return (
    <SettingDrawer
      {...panel}
      title={[t.edit, t.routing]}
      saves="edit_routing"
      form={form}
      initial={initial}
      source={source}
      inputOf={({ type: wanted, main_router, secondary_router }) => ({
        type: wanted,
        main_router: wanted === 1 ? null : main_router,
        secondary_router: wanted === 1 ? null : secondary_router,
      })}
      fromDraft={(of) => of('edit_routing')}
      verb={t.saveAndPush}
    >
      <Form.Item name="type" label={t.mode}>
        <ChoiceCards
          aria-label={t.mode}
          options={[
            { value: 1, label: t.dual, text: t.dualText },
            { value: 2, label: t.backup, text: t.backupText },
          ]}
        />
      </Form.Item>
      {type === 2 &&
        roles.map((role) => (
          <Form.Item
            key={role}
            name={role}
            label={role === 'main_router' ? t.main : t.secondary}
            dependencies={role === 'main_router' ? [] : ['main_router']}
            rules={[
              {
                required: true,
                validator: (_, name: string | null) => {
                  const { main_router: main = null, secondary_router: backup = null } = form.getFieldsValue(true) as Partial<Fields>
                  const problem = routingProblem(centers.length, main, backup)
                  // Each field reports that it is empty; the second one reports that both are the same.
                  const here = problem?.code === 'routingSame' ? role === 'secondary_router' : !name
                  return problem && here ? Promise.reject(new Error(problemText(problem, spoken))) : Promise.resolve()
                },
              },
            ]}
          >
            <Select
              getPopupContainer={popupContainer}
              options={centers.map(({ router_name, note }) => ({
                value: router_name,
                label: note ? bracketed(note, router_name) : router_name,
              }))}
              onChange={(name: string) => chosen(role, name)}
            />
          </Form.Item>
        ))}
    </SettingDrawer>
  )
}
