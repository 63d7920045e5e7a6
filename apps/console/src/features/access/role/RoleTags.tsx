import { type Role, rightAreaNames } from '@weft/contract'
import { language, useText } from '@weft/ui'
import { Tag, Tooltip } from 'antd'
import { alsoViewed, rightsByArea, roleSummary } from './role-summary.ts'
import * as text from './role.text.ts'
import './role.css'

/** Shows what a role grants, one tag per area; the tooltip of the network tag lists the networks, that of the last tag says it all. */
export function RoleTags({ auth }: Pick<Role, 'auth'>) {
  const t = useText(text)
  const spoken = language.use()
  const names = auth.easylink.network.networks.map(({ network_name }) => network_name)
  const others = alsoViewed(auth, spoken)
  return (
    <span className="role-tags">
      {rightsByArea(auth, t, spoken).map(({ area, actions, designated }) =>
        designated === undefined ? (
          <Tag key={area}>{t.tag(rightAreaNames[area][spoken], [actions])}</Tag>
        ) : (
          <Tooltip key={area} title={t.namesOf(names)}>
            <Tag color="blue">{t.tag(rightAreaNames[area][spoken], [t.scopeTag(designated), actions])}</Tag>
          </Tooltip>
        ),
      )}
      {others.length > 0 && (
        <Tooltip title={roleSummary(auth, spoken)}>
          <Tag>{t.viewing(others.length > 2 ? t.andMore(others.slice(0, 2), others.length) : t.and(others))}</Tag>
        </Tooltip>
      )}
    </span>
  )
}
