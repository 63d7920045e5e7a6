import { useText } from '@weft/ui'
import { Checkbox, Form, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { type Area, actions } from './role-summary.ts'
import * as text from './role.text.ts'
import './role.css'

interface Props {
  /** The role is confined to networks, so it cannot create any. */
  confined: boolean
  /** The choice of networks, shown below the row to which it belongs. */
  children: ReactNode
}

/** Shows a 0/1 flag of the API as a checkbox. */
function FlagBox({
  value,
  onChange,
  ...box
}: {
  value?: 0 | 1
  onChange?: (flag: 0 | 1) => void
  disabled?: boolean
  name: string
  shown?: string
}) {
  const { name, shown, disabled = false } = box
  return (
    <Checkbox checked={value === 1} disabled={disabled} aria-label={name} onChange={(event) => onChange?.(event.target.checked ? 1 : 0)}>
      {shown}
    </Checkbox>
  )
}

const areas: { area: Area; path: string[] }[] = [
  { area: 'router', path: ['auth', 'easylink', 'router'] },
  { area: 'network', path: ['auth', 'easylink', 'network'] },
  { area: 'monitor', path: ['auth', 'monitor'] },
]

/** Shows what a role grants, one area per row, as fields of the surrounding form. */
export function PermissionMatrix({ confined, children }: Props) {
  const t = useText(text)
  return (
    <table className="role-matrix" aria-label={t.rights}>
      <thead>
        <tr>
          <th scope="col">{t.object}</th>
          {(['view', ...actions] as const).map((action) => (
            <th key={action} scope="col">
              {t.verbs[action]}
            </th>
          ))}
        </tr>
      </thead>
      {areas.map(({ area, path }) => {
        const names = area === 'monitor' ? t.monitorActions : t.verbs
        return (
          <tbody key={area}>
            <tr>
              <th scope="row">{t.objects[area]}</th>
              <td>
                <Tooltip title={t.viewAlways}>
                  <Checkbox checked disabled aria-label={`${t.objects[area]} ${names.view}，${t.viewAlways}`} />
                </Tooltip>
              </td>
              {actions.map((action) => (
                <td key={action}>
                  <Form.Item name={[...path, action]} noStyle>
                    <FlagBox
                      name={`${t.objects[area]} ${names[action]}`}
                      disabled={area === 'network' && action === 'create' && confined}
                      {...(area === 'monitor' ? { shown: names[action] } : {})}
                    />
                  </Form.Item>
                </td>
              ))}
            </tr>
            {area === 'network' && (
              <tr className="role-matrix-scope">
                <td colSpan={5}>{children}</td>
              </tr>
            )}
          </tbody>
        )
      })}
    </table>
  )
}
