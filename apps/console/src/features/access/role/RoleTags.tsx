import type { Role } from '@weft/contract'
import { useText } from '@weft/ui'
import { Tag, Tooltip } from 'antd'
import { rightsByArea } from './role-summary.ts'
import * as text from './role.text.ts'
import './role.css'

/** Shows what a role grants, one tag per area; the tooltip of the network tag lists the networks. */
export function RoleTags({ auth }: Pick<Role, 'auth'>) {
  const t = useText(text)
  const names = auth.easylink.network.networks.map(({ network_name }) => network_name)
  return (
    <span className="role-tags">
      {rightsByArea(auth, t).map(({ area, actions, designated }) =>
        designated === undefined ? (
          <Tag key={area}>{t.tag(t.objects[area], [actions])}</Tag>
        ) : (
          <Tooltip key={area} title={t.namesOf(names)}>
            <Tag color="blue">{t.tag(t.objects[area], [t.scopeTag(designated), actions])}</Tag>
          </Tooltip>
        ),
      )}
    </span>
  )
}
