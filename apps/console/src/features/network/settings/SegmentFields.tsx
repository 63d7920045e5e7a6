import { useQuery } from '@tanstack/react-query'
import { contract, Ipv4Text, type NetworkInfo, plain, SEGMENT_MASKS } from '@weft/contract'
import { formatIpv4, formatPrefix, parseIpv4 } from '@weft/net'
import {
  centersAmong,
  type Claim,
  claimOfSegment,
  freeBeside,
  notNetworkProblem,
  problemText,
  segmentConflict,
  typedSegment,
} from '@weft/network-rules'
import { asking, rule, language, useText } from '@weft/ui'
import { Button, Form, Input, Select } from 'antd'
import { useEffect } from 'react'
import { popupContainer } from '@weft/ui/parts/popup-container.ts'
import { usePanelData } from './panel-props.ts'
import * as text from './segment.text.ts'

/** A segment in a form: empty, partly filled in or complete. */
export interface TypedSegment {
  gateway: string
  mask: number | null
}

/** The claims on addresses that a segment in a form is checked against. */
export interface SegmentSurroundings {
  network: NetworkInfo
  /** Claims that this form does not edit. */
  fixed: readonly Claim[]
  /** Returns the current claims of this form's fields. */
  typed: () => Claim[]
}

/** Returns the claims on addresses in the network and in connected networks, except those the form edits; empty while loading. */
export function useFixedClaims({ network_number, member }: NetworkInfo, edits: (claim: Claim) => boolean): Claim[] {
  const segments = usePanelData(contract.networkSettings.segments, { network_number, elsewhere: '1' })
  const centers = centersAmong(member)
  return (segments.data ?? [])
    .map((segment) => claimOfSegment(segment, centers))
    .filter((claim) => claim.network_name !== undefined || !edits(claim))
}

const masks = Array.from({ length: SEGMENT_MASKS.max - SEGMENT_MASKS.min + 1 }, (_, i) => SEGMENT_MASKS.min + i)

interface Props {
  /** Path of the segment in the form. */
  name: readonly string[]
  own: Pick<Claim, 'purpose' | 'owner'>
  initial: TypedSegment
  around: SegmentSurroundings
  /** Accessible name for fields in a table row, which have no visible labels. */
  named?: string
}

/** Fields for a segment and its mask. Overlaps are shown while typing, with a free segment to take instead. */
export function SegmentFields({ name, own, initial, around, named }: Props) {
  const t = useText(text)
  const form = Form.useFormInstance()
  const watched = { gateway: Form.useWatch<string>([...name, 'gateway']), mask: Form.useWatch<number>([...name, 'mask']) }
  const spoken = language.use()
  const { fixed, network, typed } = around
  const isOwn = (claim: Claim) => claim.purpose === own.purpose && claim.owner === own.owner
  const others = () => [...fixed, ...typed().filter((claim) => !isOwn(claim))]
  const problemOf = ({ gateway, mask }: TypedSegment): { msg: string; known: boolean; fixed?: string; overlaps?: true } | undefined => {
    const range = typedSegment(gateway, mask)
    if (!range || mask === null) return undefined
    const notNetwork = notNetworkProblem({ gateway: plain(gateway), mask })
    if (notNetwork) return { msg: problemText(notNetwork, spoken), known: false, fixed: formatIpv4(range.network) }
    const was = typedSegment(initial.gateway, initial.mask)
    const conflict = segmentConflict({ ...own, ...range }, was && { ...own, ...was }, others())
    return conflict && { msg: problemText(conflict.problem, spoken), known: conflict.known, overlaps: true }
  }
  const problem = problemOf({ gateway: watched.gateway ?? '', mask: watched.mask ?? null })
  const wanting = problem?.overlaps !== undefined || watched.gateway === ''
  const { data: free } = useQuery({
    ...asking(
      contract.networkSettings.free_segment,
      { network_number: network.network_number, mask: watched.mask ?? SEGMENT_MASKS.max },
      { quiet: true, missing: 'stay' },
    ),
    enabled: wanting,
  })
  const offered = wanting && free && formatPrefix(freeBeside({ network: parseIpv4(free.gateway)!, mask: free.mask }, others()))
  const set = (gateway: string) => {
    form.setFieldValue([...name, 'gateway'], gateway)
    void form.validateFields([[...name, 'gateway']]).catch(() => {})
  }
  const way = problem?.fixed ? (
    <Button type="link" size="small" className="setting-fix" onClick={() => set(problem.fixed!)}>
      {t.fix(problem.fixed)}
    </Button>
  ) : offered ? (
    <Button type="link" size="small" className="setting-fix" onClick={() => set(offered.split('/')[0]!)}>
      {t.takeFree(offered)}
    </Button>
  ) : undefined
  // An overlap may appear after this field was typed: by data that arrives later, or by input in another field.
  const { msg } = problem ?? {}
  const at = JSON.stringify(name)
  useEffect(() => {
    const field = [...(JSON.parse(at) as string[]), 'gateway']
    if (form.isFieldTouched(field) && form.getFieldError(field)[0] !== msg) void form.validateFields([field]).catch(() => {})
  }, [msg, at, form])
  // An overlap that existed before is only a warning; the server refuses only new ones.
  const judge = (known: boolean) => () => {
    const found = problemOf(form.getFieldValue([...name]) as TypedSegment)
    return found && found.known === known ? Promise.reject(new Error(found.msg)) : Promise.resolve()
  }
  const field = (part: 'gateway' | 'mask'): { name: string[]; label?: string; className: string } => ({
    name: [...name, part],
    ...(named ? {} : { label: part === 'gateway' ? t.segment : t.mask }),
    className: `setting-${part}`,
  })
  return (
    <div className="setting-segment">
      <Form.Item
        {...field('gateway')}
        dependencies={[[...name, 'mask']]}
        validateFirst
        extra={way}
        rules={[rule(Ipv4Text, t.segment), { validator: judge(false) }, { validator: judge(true), warningOnly: true }]}
      >
        <Input className="weft-mono" autoComplete="off" inputMode="decimal" {...(named ? { 'aria-label': `${named} ${t.segment}` } : {})} />
      </Form.Item>
      <Form.Item {...field('mask')}>
        <Select
          getPopupContainer={popupContainer}
          options={masks.map((value) => ({ value, label: `/${value}` }))}
          {...(named ? { 'aria-label': `${named} ${t.mask}` } : {})}
        />
      </Form.Item>
    </div>
  )
}
