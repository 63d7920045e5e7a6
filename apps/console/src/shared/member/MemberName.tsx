import { CloudOutlined, DesktopOutlined, HddOutlined, LockOutlined, WifiOutlined } from '@ant-design/icons'
import { type MemberState, memberStateNames, type RouterType } from '@weft/contract'
import { language, StateMark, useText } from '@weft/ui'
import { Button, Tag } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { usePageOpen } from '../page/open-pages.ts'
import { memberPath } from './member-paths.ts'
import './member-name.css'
import { nameOf } from './name-of.ts'
import * as text from './member-name.text.ts'

/** What a member is, which decides its icon. */
export type MemberKind = 'hardware' | 'branch' | 'center' | 'pop' | 'software'

export { nameOf }

export interface NamedMember {
  router_name: string
  /** Its name; '' if nobody gave it one. */
  note: string
  router_type: RouterType
}

interface Props {
  /** Null for a member that the caller may not see. */
  member: NamedMember | null
  /** Its mark is shown if it is given. */
  state?: MemberState | undefined
  kind?: MemberKind
  /** `lines`: a tile with name and serial number below each other; `line`: both in one line; `name`: the name alone, as in a sentence. */
  form?: 'lines' | 'line' | 'name'
  /** False where the name stands in something that is pressed itself. */
  link?: boolean
  /** The text that was searched for; it is marked in the name and in the serial number. */
  search?: string
  /** The member is no more, and has no page. */
  deleted?: boolean
  /** Called by 「添加名称」, which is shown beside a member without a name. */
  onAddName?: (() => void) | undefined
  /** Set by lists that move the focus themselves. */
  tabIndex?: 0 | -1 | undefined
}

const icons = { hardware: WifiOutlined, branch: WifiOutlined, center: HddOutlined, pop: CloudOutlined, software: DesktopOutlined }

const kindOf = ({ router_type }: NamedMember): MemberKind => (router_type === 2 ? 'software' : 'hardware')

/**
 * Shows a member: its name first, then its serial number or login, with the mark of its state if that is given. A name that is too long
 * is cut with an ellipsis, the serial number never is; the full name is in the tooltip. Read aloud, it is one sentence: 「合肥政务店，分支，
 * 失联，序列号 WR210M25031581」.
 */
export function MemberName(props: Props) {
  const t = useText(text)
  if (props.member === null)
    return (
      <span className="member-name member-name-hidden">
        <LockOutlined aria-hidden="true" />
        {t.hidden}
      </span>
    )
  return <Named {...props} member={props.member} />
}

function Named({
  member,
  state,
  kind = kindOf(member),
  form = 'lines',
  link = true,
  search = '',
  deleted = false,
  onAddName,
  tabIndex,
}: Props & { member: NamedMember }) {
  const t = useText(text)
  const shown = language.use()
  const isOpen = usePageOpen()
  const { router_name, note, router_type } = member
  const Icon = icons[kind]
  const name = <Marked text={nameOf(member)} search={search} />
  const code = (
    <code className="member-name-code">
      <Marked text={router_name} search={search} />
    </code>
  )
  const mark = state && <StateMark state={state} size={form === 'lines' ? 14 : 12} />
  const spoken = t.spoken(t.kinds[kind], state && memberStateNames[state][shown], note === '' ? '' : t.codes[router_type])
  const linked = (className: string, content: ReactNode) =>
    link && !deleted && isOpen('/router/detail') ? (
      <Link className={className} to={memberPath.detail(router_name)} tabIndex={tabIndex}>
        {content}
      </Link>
    ) : (
      <span className={className}>{content}</span>
    )
  const tag = deleted && <Tag className="member-name-deleted">{t.deleted}</Tag>
  const struck = deleted ? <s>{name}</s> : name
  if (form === 'name')
    return (
      <>
        {linked('member-name-name', struck)}
        {tag}
      </>
    )
  return (
    <span className={`member-name member-name-${form}`}>
      {form === 'lines' ? (
        <span className="member-name-tile">
          <Icon aria-hidden="true" />
          {mark}
        </span>
      ) : (
        mark
      )}
      {linked(
        'member-name-text',
        <>
          <span className="member-name-name" title={nameOf(member)}>
            {struck}
          </span>
          <span className="weft-hidden">{spoken}</span>
          {note !== '' && code}
          {note === '' && <span className={form === 'lines' ? 'member-name-unnamed' : 'weft-hidden'}>{t.unnamed}</span>}
        </>,
      )}
      {tag}
      {note === '' && onAddName && (
        <Button type="link" size="small" aria-label={t.addNameTo(router_name)} onClick={onAddName}>
          {t.addName}
        </Button>
      )}
    </span>
  )
}

/** Shows a text with the first occurrence of what was searched for marked. */
function Marked({ text: whole, search }: { text: string; search: string }) {
  const at = search === '' ? -1 : whole.toLowerCase().indexOf(search.toLowerCase())
  if (at < 0) return whole
  return (
    <>
      {whole.slice(0, at)}
      <mark>{whole.slice(at, at + search.length)}</mark>
      {whole.slice(at + search.length)}
    </>
  )
}
