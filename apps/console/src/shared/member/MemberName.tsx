import { CloudOutlined, DesktopOutlined, HddOutlined, WifiOutlined } from '@ant-design/icons'
import { type MemberState, memberStateNames, type RouterType } from '@weft/contract'
import { language, StateMark, useText } from '@weft/ui'
import { Link } from 'react-router'
import { usePageOpen } from '../page/open-pages.ts'
import { memberPath } from './member-paths.ts'
import './member-name.css'
import * as text from './member-name.text.ts'

/** What a member is, which decides its icon. */
export type MemberKind = 'branch' | 'center' | 'pop' | 'software'

export interface NamedMember {
  router_name: string
  /** Its name; '' if nobody gave it one. */
  note: string
  router_type: RouterType
}

interface Props {
  member: NamedMember
  /** Its mark is shown if it is given. */
  state?: MemberState
  kind?: MemberKind
  /** `lines`: a tile with name and serial number below each other; `line`: both in one line; `name`: the name alone, as in a sentence. */
  form?: 'lines' | 'line' | 'name'
  /** False where the name stands in something that is pressed itself. */
  link?: boolean
  /** The text that was searched for; it is marked in the name and in the serial number. */
  search?: string
  /** Set by lists that move the focus themselves. */
  tabIndex?: 0 | -1
}

const icons = { branch: WifiOutlined, center: HddOutlined, pop: CloudOutlined, software: DesktopOutlined }

const kindOf = ({ router_type }: NamedMember): MemberKind => (router_type === 2 ? 'software' : 'branch')

/** Returns the name by which a member is called in a sentence: its own, else its serial number or login. */
export const nameOf = ({ note, router_name }: Pick<NamedMember, 'note' | 'router_name'>): string => note || router_name

/**
 * Shows a member: its name first, then its serial number or login, with the mark of its state if that is given. A name that is too long
 * is cut with an ellipsis, the serial number never is; the full name is in the tooltip.
 */
export function MemberName({ member, state, kind = kindOf(member), form = 'lines', link = true, search = '', tabIndex }: Props) {
  const t = useText(text)
  const shown = language.use()
  const isOpen = usePageOpen()
  const { router_name, note } = member
  const name = nameOf(member)
  const Icon = icons[kind]
  const called =
    link && isOpen('/router/detail') ? (
      <Link className="member-name-name" to={memberPath.detail(router_name)} title={name} tabIndex={tabIndex}>
        <Marked text={name} search={search} />
      </Link>
    ) : (
      <span className="member-name-name" title={name}>
        <Marked text={name} search={search} />
      </span>
    )
  if (form === 'name') return called
  const mark = state && (
    <>
      <StateMark state={state} size={form === 'lines' ? 14 : 12} />
      <span className="weft-hidden">{memberStateNames[state][shown]}</span>
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
      <span className="member-name-text">
        {called}
        {note === '' ? (
          form === 'lines' && <span className="member-name-code">{t.unnamed}</span>
        ) : (
          <code className="member-name-code">
            <Marked text={router_name} search={search} />
          </code>
        )}
      </span>
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
