import { contract, type OutputOf, plain, type SegmentPurpose } from '@weft/contract'
import { parseIpv4 } from '@weft/net'
import { type Claim, claimText, typedSegment } from '@weft/network-rules'
import { language, useText } from '@weft/ui'
import { Alert, Form } from 'antd'
import type { ReactNode } from 'react'
import * as text from './ip-pool.text.ts'
import { type PanelProps, usePanelData } from './panel-props.ts'
import { SegmentFields, type TypedSegment, useFixedClaims } from './SegmentFields.tsx'
import { SettingDrawer } from './SettingDrawer.tsx'

type Pool = OutputOf<typeof contract.networkSettings.ip_address_pool>
type Segment = NonNullable<Pool['pop']>
interface Fields {
  center_link_network?: TypedSegment
  center_network: Record<string, { router: TypedSegment; software: TypedSegment }>
}

const given = (purpose: SegmentPurpose, owner: string, { gateway, mask }: Segment): Claim => ({
  purpose,
  owner,
  network: parseIpv4(gateway)!,
  mask,
})
const sent = ({ gateway, mask }: TypedSegment): Segment => ({ gateway: plain(gateway), mask: mask! })

/** Edits all segments of the network in one table; those from the operator are read-only. */
export function IpPoolPanel(panel: PanelProps) {
  const t = useText(text)
  const [form] = Form.useForm<Fields>()
  const { network } = panel
  const { network_number } = network
  const spoken = language.use()
  const source = usePanelData(contract.networkSettings.ip_address_pool, { network_number })
  const pool = source.data
  // The pool may be for another POP resource than the current segments, so only prefixes and LANs are taken from those.
  const routes = useFixedClaims(network, ({ purpose }) => purpose !== 'prefix' && purpose !== 'lan')
  const operators: Claim[] = pool
    ? [
        ...(pool.pop ? [given('pop', '', pool.pop)] : []),
        ...pool.pop_software.map((segment) => given('pop_software', '', segment)),
        ...(pool.other ? [given('other', '', pool.other)] : []),
      ]
    : []
  const typed = (): Claim[] => {
    const { center_link_network: twin, center_network = {} } = form.getFieldsValue(true) as Partial<Fields>
    const all: [SegmentPurpose, string, TypedSegment | undefined][] = [
      ['center_link', '', twin],
      ...Object.entries(center_network).flatMap(([owner, { router, software }]): [SegmentPurpose, string, TypedSegment][] => [
        ['center_hardware', owner, router],
        ['center_software', owner, software],
      ]),
    ]
    return all.flatMap(([purpose, owner, segment]) => {
      const prefix = segment && typedSegment(segment.gateway, segment.mask)
      return prefix ? [{ purpose, owner, ...prefix }] : []
    })
  }
  const around = { network, fixed: [...operators, ...routes], typed }
  const notes = new Map(network.member.map(({ router_name, note }) => [router_name, note]))
  const editable = (name: string[], purpose: SegmentPurpose, owner: string, initial: Segment) => (
    <SegmentFields name={name} own={{ purpose, owner }} initial={initial} around={around} named={claimText({ purpose, owner }, spoken)} />
  )
  return (
    <SettingDrawer
      {...panel}
      title={[t.edit, t.pool]}
      size={880}
      saves="edit_ip_address_pool"
      form={form}
      initial={
        pool && {
          center_network: pool.center_network,
          ...(pool.center_link_network ? { center_link_network: pool.center_link_network } : {}),
        }
      }
      source={source}
      // A pending POP resource is confirmed by saving the pool, which cannot wait in a draft.
      always={pool?.pending != null}
      atOnce={pool?.pending != null}
      fromDraft={(of) => {
        const wanted = of('edit_ip_address_pool')
        return (
          wanted && {
            center_network: { ...pool?.center_network, ...wanted.center_network },
            ...(wanted.center_link_network && { center_link_network: wanted.center_link_network }),
          }
        )
      }}
      verb={t.saveAndPush}
      inputOf={({ center_link_network: twin, center_network }) => ({
        center_link_network: twin ? sent(twin) : null,
        center_network: Object.fromEntries(
          Object.entries(center_network).map(([name, { router, software }]) => [name, { router: sent(router), software: sent(software) }]),
        ),
        network_fr_id: pool?.pending?.network_fr_id ?? null,
      })}
    >
      {pool?.pending && <Alert type="warning" showIcon title={t.pending} className="weft-dialog-note" />}
      {pool && (
        <>
          <Group title={t.pop} note={t.readOnly} shown={pool.pop !== null}>
            {pool.pop && <Row>{shown(pool.pop)}</Row>}
          </Group>
          <Group title={t.popSoftware} note={t.readOnly} shown={pool.pop_software.length > 0}>
            {pool.pop_software.map((segment) => (
              <Row key={segment.gateway}>{shown(segment)}</Row>
            ))}
          </Group>
          <Group title={t.twin} shown={pool.center_link_network !== null}>
            {pool.center_link_network && <Row>{editable(['center_link_network'], 'center_link', '', pool.center_link_network)}</Row>}
          </Group>
          {Object.entries(pool.center_network).map(([name, { router, software }]) => (
            <Group key={name} title={`${t.center} ${notes.get(name) || name}`} shown>
              <Row label={t.hardware}>{editable(['center_network', name, 'router'], 'center_hardware', name, router)}</Row>
              <Row label={t.software}>{editable(['center_network', name, 'software'], 'center_software', name, software)}</Row>
            </Group>
          ))}
          <Group title={t.other} note={t.readOnly} shown={pool.other !== null}>
            {pool.other && <Row>{shown(pool.other)}</Row>}
          </Group>
        </>
      )}
    </SettingDrawer>
  )
}

const shown = ({ gateway, mask }: Segment) => <span className="weft-mono">{`${gateway}/${mask}`}</span>

function Group({ title, note, shown, children }: { title: string; note?: string; shown: boolean; children: ReactNode }) {
  if (!shown) return null
  return (
    <section className="setting-pool-group" aria-label={title}>
      <h3>
        {title} {note && <small>{note}</small>}
      </h3>
      {children}
    </section>
  )
}
function Row({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <div className="setting-pool-row">
      {label && <span className="setting-pool-label">{label}</span>}
      {children}
    </div>
  )
}
