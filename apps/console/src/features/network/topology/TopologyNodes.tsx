import { ApartmentOutlined, CloudServerOutlined, ClusterOutlined, DownOutlined, LaptopOutlined, RightOutlined } from '@ant-design/icons'
import { clientSystems, type NetworkInfo, type NetworkMember } from '@weft/contract'
import { useText } from '@weft/ui'
import type { NodeProps } from '@xyflow/react'
import { memo } from 'react'
import { SystemIcon } from '../../../shared/client/SystemIcon.tsx'
import { GroupChips } from './GroupChips.tsx'
import { useTopologyActions } from './topology-actions.ts'
import { titleOf } from './topology-groups.ts'
import type { GroupNode, MemberNode, PopNode, TopologyNode } from './topology-model.ts'
import * as text from './topology.text.ts'
import { groupName, labelOf, markOf, popFacts, routingName } from './topology-words.ts'
import type { FlowNode } from './use-flow-nodes.ts'

/** Draws the icon of a hardware member, or of a software member's operating system. */
function KindIcon({ router_type, os }: Pick<NetworkMember, 'router_type' | 'os'>) {
  if (router_type === 1) return <ClusterOutlined aria-hidden />
  const system = clientSystems.find((one) => one === os)
  return system ? <SystemIcon system={system} /> : <LaptopOutlined aria-hidden />
}

/** Describes the node in a sentence for screen readers. */
const Label = ({ node, resource }: { node: TopologyNode; resource: NetworkInfo['network_fr'] }) => (
  <span className="weft-hidden">{labelOf(node, resource)}</span>
)

function Pop({ node }: { node: PopNode }) {
  const t = useText(text)
  const { resource, selected, select } = useTopologyActions()
  return (
    <button
      type="button"
      className={`topology-node topology-pop ${selected === node.id ? 'topology-selected' : ''}`}
      aria-pressed={selected === node.id}
      onClick={() => select(node.id)}
    >
      <Label node={node} resource={resource} />
      <span className="topology-title" aria-hidden="true">
        <CloudServerOutlined aria-hidden />
        <span className="topology-name">
          {t.pop} · {node.area.area}
        </span>
      </span>
      {resource && (
        <span className="topology-facts" aria-hidden="true">
          {popFacts(resource)}
        </span>
      )}
    </button>
  )
}

function Member({ node }: { node: MemberNode }) {
  const t = useText(text)
  const { resource, selected, select } = useTopologyActions()
  const { member, kind } = node
  const isSelected = selected === member.router_name
  const routing = routingName(member)
  const mark = <span className={`weft-mark weft-mark-${markOf(member)}`} aria-hidden="true" />
  return (
    <button
      type="button"
      className={`topology-node topology-${kind} ${isSelected ? 'topology-selected' : ''}`}
      aria-pressed={isSelected}
      title={member.router_name}
      onClick={() => select(member.router_name)}
    >
      <Label node={node} resource={resource} />
      {kind === 'center' ? (
        <>
          <span className="topology-title" aria-hidden="true">
            <ApartmentOutlined aria-hidden />
            <span className="topology-name">{titleOf(member)}</span>
          </span>
          <span className="topology-facts" aria-hidden="true">
            {mark}
            {[member.online === 1 ? t.online : t.offline, routing, t.linkCount(node.links)]
              .filter((part) => part !== undefined)
              .join(' · ')}
          </span>
        </>
      ) : (
        <>
          <span className="topology-title" aria-hidden="true">
            {mark}
            <span className="topology-name">{titleOf(member)}</span>
          </span>
          <span className="topology-facts" aria-hidden="true">
            <KindIcon {...member} />
            <span className="topology-name">{member.note ? member.router_name : member.online === 1 ? t.online : t.offline}</span>
          </span>
        </>
      )}
    </button>
  )
}

function Group({ node }: { node: GroupNode }) {
  const t = useText(text)
  const { resource, toggle } = useTopologyActions()
  const { group, expanded } = node
  const { online, members } = group
  const offline = members.length - online
  return (
    <div className={`topology-node topology-group ${expanded ? 'topology-open' : ''}`}>
      <button type="button" className="topology-group-head" aria-expanded={expanded} onClick={() => toggle(group.key)}>
        <Label node={node} resource={resource} />
        <span className="topology-title" aria-hidden="true">
          {expanded ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />}
          <span className="topology-name">{groupName(group)}</span>
        </span>
        {!expanded && (
          <>
            <span className="topology-bar" aria-hidden="true">
              <span style={{ width: `${(online / members.length) * 100}%` }} />
            </span>
            <span className="topology-facts" aria-hidden="true">
              <span>
                {t.online} {online}
              </span>
              <span className={offline > 0 ? 'topology-alarm' : undefined}>
                {t.offline} {offline}
              </span>
            </span>
          </>
        )}
        <span className="topology-count" aria-hidden="true">
          {t.members(members.length)}
        </span>
      </button>
      {expanded && <GroupChips group={group} onClose={() => toggle(group.key)} />}
    </div>
  )
}

/** Draws a node again only if its data is another object: unchanged nodes keep theirs. */
const Drawn = memo(
  ({ data: { node } }: NodeProps<FlowNode>) => {
    if (node.kind === 'pop') return <Pop node={node} />
    return node.kind === 'group' ? <Group node={node} /> : <Member node={node} />
  },
  (a, b) => a.data === b.data,
)

/** Node types for React Flow, which would style its built-in types itself. */
export const nodeTypes = { drawn: Drawn }
