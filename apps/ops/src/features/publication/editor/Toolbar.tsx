import {
  BlockOutlined,
  BoldOutlined,
  CodeOutlined,
  DownOutlined,
  ItalicOutlined,
  LineOutlined,
  LinkOutlined,
  OrderedListOutlined,
  PictureOutlined,
  RedoOutlined,
  StrikethroughOutlined,
  TableOutlined,
  UnderlineOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons'
import { useText } from '@weft/ui'
import { type Editor, useEditorState } from '@tiptap/react'
import { Dropdown } from 'antd'
import { type KeyboardEvent, type ReactNode, type Ref, useState } from 'react'
import * as text from './editor.text.ts'

interface Props {
  editor: Editor
  onLink: () => void
  onPicture: (file: File) => void
  ref: Ref<HTMLDivElement>
}
interface Tool {
  name: string
  icon: ReactNode
  run: () => void
  /** Pressed or not, for a toggle button. */
  on?: boolean
  disabled?: boolean
}

const LEVELS = [2, 3, 4] as const

/** Shows a toolbar with one Tab stop: arrow keys move between buttons, Esc returns to the text. */
export function Toolbar({ editor, onLink, onPicture, ref }: Props) {
  const t = useText(text)
  const [at, setAt] = useState(0)
  const is = useEditorState({
    editor,
    selector: ({ editor: e }) => ({
      level: LEVELS.find((level) => e.isActive('heading', { level })),
      bold: e.isActive('bold'),
      italic: e.isActive('italic'),
      underline: e.isActive('underline'),
      strike: e.isActive('strike'),
      code: e.isActive('code'),
      bulletList: e.isActive('bulletList'),
      orderedList: e.isActive('orderedList'),
      blockquote: e.isActive('blockquote'),
      codeBlock: e.isActive('codeBlock'),
      link: e.isActive('link'),
      table: e.isActive('table'),
      undo: e.can().undo(),
      redo: e.can().redo(),
    }),
  })
  const does = () => editor.chain().focus()
  const tools: Tool[] = [
    { name: t.bold, icon: <BoldOutlined />, on: is.bold, run: () => does().toggleBold().run() },
    { name: t.italic, icon: <ItalicOutlined />, on: is.italic, run: () => does().toggleItalic().run() },
    { name: t.underline, icon: <UnderlineOutlined />, on: is.underline, run: () => does().toggleUnderline().run() },
    { name: t.strike, icon: <StrikethroughOutlined />, on: is.strike, run: () => does().toggleStrike().run() },
    { name: t.code, icon: <CodeOutlined />, on: is.code, run: () => does().toggleCode().run() },
    { name: t.bulletList, icon: <UnorderedListOutlined />, on: is.bulletList, run: () => does().toggleBulletList().run() },
    { name: t.orderedList, icon: <OrderedListOutlined />, on: is.orderedList, run: () => does().toggleOrderedList().run() },
    { name: t.blockquote, icon: <span className="desk-tool-sign">”</span>, on: is.blockquote, run: () => does().toggleBlockquote().run() },
    { name: t.codeBlock, icon: <BlockOutlined />, on: is.codeBlock, run: () => does().toggleCodeBlock().run() },
    { name: t.rule, icon: <LineOutlined />, run: () => does().setHorizontalRule().run() },
    { name: t.link, icon: <LinkOutlined />, on: is.link, run: onLink },
    { name: t.picture, icon: <PictureOutlined />, run: () => chooseFile(onPicture) },
    { name: t.undo, icon: <UndoOutlined />, disabled: !is.undo, run: () => does().undo().run() },
    { name: t.redo, icon: <RedoOutlined />, disabled: !is.redo, run: () => does().redo().run() },
  ]
  const tableItems = is.table
    ? [
        { key: 'row', label: t.addRow, onClick: () => does().addRowAfter().run() },
        { key: 'column', label: t.addColumn, onClick: () => does().addColumnAfter().run() },
        { key: 'deleteRow', label: t.deleteRow, onClick: () => does().deleteRow().run() },
        { key: 'deleteColumn', label: t.deleteColumn, onClick: () => does().deleteColumn().run() },
        { key: 'deleteTable', label: t.deleteTable, danger: true, onClick: () => does().deleteTable().run() },
      ]
    : [{ key: 'insert', label: t.insertTable, onClick: () => does().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run() }]
  const blockItems = [
    { key: 'paragraph', label: t.paragraph, onClick: () => does().setParagraph().run() },
    ...LEVELS.map((level) => ({ key: String(level), label: t.headings[level], onClick: () => does().setHeading({ level }).run() })),
  ]
  const last = tools.length + 1
  const shown = is.level ? t.headings[is.level] : t.paragraph
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const to = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[event.key]
    if (event.key === 'Escape') editor.commands.focus()
    if (to === undefined) return
    event.preventDefault()
    setAt(to)
    event.currentTarget.querySelectorAll<HTMLElement>('button')[to]?.focus()
  }
  const stop = (place: number) => ({ tabIndex: place === at ? 0 : -1, onFocus: () => setAt(place) })
  return (
    <div ref={ref} role="toolbar" aria-label={t.toolbar} tabIndex={-1} className="desk-toolbar" onKeyDown={move}>
      <Dropdown trigger={['click']} menu={{ items: blockItems, selectedKeys: [String(is.level ?? 'paragraph')] }}>
        <button
          type="button"
          className="desk-tool desk-tool-block"
          aria-haspopup="menu"
          aria-label={`${t.block} ${shown}`}
          title={t.block}
          {...stop(0)}
        >
          {shown}
          <DownOutlined aria-hidden />
        </button>
      </Dropdown>
      {tools.map(({ name, icon, run, on, disabled = false }, place) => (
        <button
          key={name}
          type="button"
          className="desk-tool"
          aria-label={name}
          title={name}
          {...(on === undefined ? {} : { 'aria-pressed': on })}
          aria-disabled={disabled}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => !disabled && run()}
          {...stop(place + 1)}
        >
          {icon}
        </button>
      ))}
      <Dropdown trigger={['click']} menu={{ items: tableItems }}>
        <button type="button" className="desk-tool" aria-haspopup="menu" aria-label={t.table} title={t.table} {...stop(last)}>
          <TableOutlined />
        </button>
      </Dropdown>
    </div>
  )
}

/** Asks for a picture file of a type that browsers display. */
function chooseFile(taken: (file: File) => void): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = 'image/png,image/jpeg,image/gif,image/webp'
  input.addEventListener('change', () => {
    const [file] = input.files ?? []
    if (file) taken(file)
  })
  input.click()
}
