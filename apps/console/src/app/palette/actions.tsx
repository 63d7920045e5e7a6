import {
  BellOutlined,
  DownloadOutlined,
  EditOutlined,
  HistoryOutlined,
  LockOutlined,
  PlusOutlined,
  QuestionCircleOutlined,
  ReloadOutlined,
  SendOutlined,
  StopOutlined,
  SkinOutlined,
  UserAddOutlined,
} from '@ant-design/icons'
import type { AccountInfo, Found, MemberSummary, Permission } from '@weft/contract'
import { textNow } from '@weft/ui'
import type { ReactNode } from 'react'
import { permits } from '../../shared/account/use-account.ts'
import { nameOf } from '../../shared/member/MemberName.tsx'
import type { Item } from '@weft/ui/palette/item.tsx'
import * as text from './palette.text.ts'
import { type Meant, type MemberVerb, type NetworkVerb, type Verb, verbs } from './verbs.ts'

/** A network that a verb is about. */
export interface NamedNetwork {
  network_number: string
  network_name: string
}
/** A verb with the member that it is done to, and the network in which. */
export interface MemberStep {
  verb: Exclude<MemberVerb, 'why'>
  member: MemberSummary
  network: NamedNetwork | undefined
}
/** A version of a network is restored by its number. */
export interface NetworkStep {
  verb: 'restore'
  network: NamedNetwork
}
/** What was chosen first; the second step asks for the rest. */
export type Step = MemberStep | NetworkStep | { verb: 'theme' | 'export' }

const icons: Record<Verb, ReactNode> = {
  prefix: <PlusOutlined />,
  rename: <EditOutlined />,
  redial: <ReloadOutlined />,
  resend: <SendOutlined />,
  why: <QuestionCircleOutlined />,
  mute: <BellOutlined />,
  enable: <UserAddOutlined />,
  disable: <StopOutlined />,
  branches: <PlusOutlined />,
  restore: <HistoryOutlined />,
  software: <UserAddOutlined />,
  export: <DownloadOutlined />,
  theme: <SkinOutlined />,
}

/** The right that a verb needs; undefined if everybody may. */
const rights: Partial<Record<Verb, Permission>> = {
  prefix: 'network.edit',
  rename: 'member.edit',
  redial: 'network.edit',
  resend: 'network.edit',
  mute: 'monitor.edit',
  enable: 'member.edit',
  disable: 'member.edit',
  branches: 'network.edit',
  restore: 'network.edit',
  software: 'member.create',
}

/** Returns why a caller may not do it; undefined if it may. */
const blockedFor = (account: AccountInfo, verb: Verb): string | undefined => {
  const right = rights[verb]
  return right === undefined || permits(account, right) ? undefined : textNow(text).notPermitted
}

/** Returns whether a verb can be done to a member at all. */
function suits(verb: MemberVerb, { router_type, state, status }: MemberSummary): boolean {
  if (verb === 'enable') return router_type === 2 && status === 0
  if (verb === 'disable') return router_type === 2 && status === 1
  if (verb === 'why') return state !== 'up'
  return verb !== 'redial' || router_type === 1
}

/** The verbs that are done in a network of the member, one line for each of its networks. */
const inNetwork: ReadonlySet<MemberVerb> = new Set(['prefix', 'redial', 'resend'])

export interface Choices {
  account: AccountInfo
  onMember: (verb: MemberVerb, member: MemberSummary, network: NamedNetwork | undefined) => void
  onNetwork: (verb: NetworkVerb, network: NamedNetwork) => void
  onVerb: (verb: Verb) => void
}

/** Returns the lines of what a typed text means: each verb with each member or network that the rest of the text finds. */
export function actionItems(meant: readonly Meant[], found: Found | undefined, choices: Choices): Item[] {
  const t = textNow(text)
  return meant.flatMap(({ verb, object }) => {
    const blocked = blockedFor(choices.account, verb)
    const icon = blocked === undefined ? icons[verb] : <LockOutlined />
    const kind = verbs[verb]
    if (object === '') return [verbItem(verb, choices)]
    if (kind === 'none') return []
    const label = t.verbs[verb].of
    if (kind === 'network')
      return (found?.networks ?? []).map((network) => ({
        key: `${verb} ${network.network_number}`,
        icon,
        label: label(network.network_name),
        hint: network.network_number,
        blocked,
        onChoose: () => choices.onNetwork(verb as NetworkVerb, network),
      }))
    const doing = verb as MemberVerb
    return (found?.members ?? [])
      .filter((member) => suits(doing, member))
      .flatMap((member) => {
        const places: (NamedNetwork | undefined)[] = inNetwork.has(doing) ? member.networks : [undefined]
        return places.map((network) => ({
          key: `${verb} ${member.router_name} ${network?.network_number ?? ''}`,
          icon,
          label: label(nameOf(member)),
          hint: network?.network_name ?? member.router_name,
          blocked,
          onChoose: () => choices.onMember(doing, member, network),
        }))
      })
  })
}

/** Returns the line of a verb alone: choosing it asks for its object, or does it if it needs none. */
export function verbItem(verb: Verb, { account, onVerb }: Pick<Choices, 'account' | 'onVerb'>): Item {
  const t = textNow(text)
  const blocked = blockedFor(account, verb)
  return {
    key: verb,
    icon: blocked === undefined ? icons[verb] : <LockOutlined />,
    label: t.verbs[verb].alone,
    hint: verb === 'branches' ? t.fromExcel : undefined,
    blocked,
    onChoose: () => onVerb(verb),
  }
}

/** The verbs that the palette offers before anything is typed. */
export const commonVerbs = ['branches', 'prefix', 'redial', 'software', 'mute'] as const satisfies readonly Verb[]
