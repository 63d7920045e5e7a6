import {
  areasOfRights,
  flagOf,
  needsView,
  type Permission,
  type RightArea,
  rightAreaNames,
  type RightVerb,
  type RoleAuth,
  verbName,
  verbNames,
  verbsOf,
  viewOf,
} from '@weft/contract'
import { language, useText } from '@weft/ui'
import { Checkbox, Form } from 'antd'
import { Fragment, type ReactNode } from 'react'
import * as text from './role.text.ts'
import './role.css'

interface Props {
  /** The role is confined to networks, so it cannot create any. */
  confined: boolean
  /** The choice of networks, shown below the row to which it belongs. */
  children: ReactNode
  /** The choice of members, shown in the same place of its row. */
  members: ReactNode
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

const columns: readonly RightVerb[] = ['view', 'create', 'edit', 'delete']
/** The areas of rights as the matrix groups them. */
const groups = ['sites', 'records', 'account'] as const
const groupOf: Record<RightArea, (typeof groups)[number]> = {
  member: 'sites',
  network: 'sites',
  directory: 'sites',
  saas: 'sites',
  monitor: 'records',
  log: 'records',
  operation_log: 'records',
  ticket: 'account',
  service: 'account',
  download: 'account',
}

/** Returns where the form holds the flags of an area. */
const pathOf = (area: RightArea) =>
  area === 'member' ? ['auth', 'easylink', 'router'] : area === 'network' ? ['auth', 'easylink', 'network'] : ['auth', area]

/** Shows what a role grants, one area per row, as fields of the surrounding form. Other rights to an area come with the one to view it. */
export function PermissionMatrix({ confined, members, children }: Props) {
  const t = useText(text)
  const spoken = language.use()
  const form = Form.useFormInstance()
  const follow = (area: RightArea, verb: RightVerb, flag: 0 | 1) => {
    const permission = `${area}.${verb}` as Permission
    if (flag === 1 && needsView(permission)) form.setFieldValue([...pathOf(area), 'view'], 1)
    if (flag === 0 && permission === viewOf(permission))
      for (const other of verbsOf(area)) if (needsView(`${area}.${other}` as Permission)) form.setFieldValue([...pathOf(area), other], 0)
  }
  const auth = Form.useWatch<RoleAuth | undefined>('auth', { form, preserve: true })
  const isHidden = (area: RightArea) => auth !== undefined && flagOf(auth, `${area}.view` as Permission) === 0
  const below: Partial<Record<RightArea, ReactNode>> = { member: members, network: children, ticket: <small>{t.ownTickets}</small> }
  return (
    <table className="role-matrix" aria-label={t.rights}>
      <thead>
        <tr>
          <th scope="col">{t.object}</th>
          {columns.map((verb) => (
            <th key={verb} scope="col">
              {verbNames[verb][spoken]}
            </th>
          ))}
        </tr>
      </thead>
      {groups.map((group) => (
        <Fragment key={group}>
          <tbody>
            <tr className="role-matrix-group">
              <th scope="rowgroup" colSpan={5}>
                {t.groups[group]}
              </th>
            </tr>
          </tbody>
          {areasOfRights
            .filter((area) => groupOf[area] === group)
            .map((area) => (
              <tbody key={area} className={isHidden(area) ? 'role-matrix-hidden' : undefined}>
                <tr>
                  <th scope="row">
                    {rightAreaNames[area][spoken]}
                    {isHidden(area) && <small>{t.notVisible}</small>}
                  </th>
                  {columns.map((verb) => {
                    const name = verbName(area, verb)[spoken]
                    return (
                      <td key={verb}>
                        {!verbsOf(area).includes(verb) ? (
                          <span className="role-matrix-none" aria-hidden="true">
                            ·
                          </span>
                        ) : (
                          <Form.Item name={[...pathOf(area), verb]} noStyle>
                            <FlagBox
                              name={`${rightAreaNames[area][spoken]} ${name}`}
                              disabled={area === 'network' && verb === 'create' && confined}
                              onChange={(flag) => follow(area, verb, flag)}
                              {...(name === verbNames[verb][spoken] ? {} : { shown: name })}
                            />
                          </Form.Item>
                        )}
                      </td>
                    )
                  })}
                </tr>
                {below[area] !== undefined && (
                  <tr className="role-matrix-scope">
                    <td colSpan={5}>{below[area]}</td>
                  </tr>
                )}
              </tbody>
            ))}
        </Fragment>
      ))}
    </table>
  )
}
