import { SearchOutlined } from '@ant-design/icons'
import { check, PageQuery, readLine } from '@weft/contract'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { language, useText } from '../i18n/use-text.ts'
import { useOnceSettled } from '../time/use-settled.ts'
import { toast } from '../toast/toast.ts'
import * as text from './list.text.ts'

interface Props {
  /** The search of the rows on screen. */
  search: string
  hint: string
  /** The words of the button, which is an icon without them. */
  label: string | undefined
  onSearch: (search: string) => void
}

/**
 * A field for the search of a list, which follows once the typing pauses, and at once on Enter. It takes over a search that comes into the
 * address from elsewhere, such as from a link. A search that its user asked for comes into the address a moment later, when the user may
 * already be typing the next one: the field then stays as it is.
 */
export function ListSearch({ search, hint, label, onSearch }: Props) {
  const t = useText(text)
  const [typed, setTyped] = useState(search)
  const [shown, setShown] = useState(search)
  /** The searches that were asked for and are not in the address yet, oldest first. */
  const [asked, setAsked] = useState<readonly string[]>([])
  /** Whether an input method composes what is in the field, which is a text only afterwards. */
  const [composing, setComposing] = useState(false)
  if (search !== shown) {
    const at = asked.lastIndexOf(search)
    setShown(search)
    setAsked(at === -1 ? [] : asked.slice(at + 1))
    if (at === -1) setTyped(search)
  }
  const ask = (next: string) => {
    const read = check(PageQuery.shape.search, next, language.get())
    if (!read.ok) return toast.warning(read.errors[0]?.msg)
    setAsked(next === search && asked.length === 0 ? [] : [...asked, next])
    onSearch(next)
  }
  const follow = () => {
    const next = readLine(typed)
    // What is asked for already is not asked for again, and the field keeps the blank before the next word.
    if (next !== readLine(asked.at(-1) ?? search)) ask(next)
  }
  useOnceSettled(typed, follow, { whole: !composing })
  const enter = (value: string) => {
    const next = readLine(value)
    setTyped(next)
    ask(next)
  }
  return (
    <Input.Search
      className="weft-list-search"
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      placeholder={hint}
      aria-label={hint}
      allowClear
      enterButton={label ? <Button>{label}</Button> : <Button icon={<SearchOutlined />} aria-label={t.search} />}
      onCompositionStart={() => setComposing(true)}
      onCompositionEnd={() => setComposing(false)}
      onSearch={enter}
    />
  )
}
