import { FileOutlined, InboxOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { toast } from '../toast/toast.ts'
import { fileSize } from './file-size.ts'
import * as text from './file-drop.text.ts'
import './file-drop.css'

interface Props {
  /** Without the dot: `xlsx`. */
  extension: string
  max_bytes: number
  /** The chosen file, if any. */
  file: File | undefined
  /** The chosen file is being processed: no other is accepted meanwhile. */
  busy?: boolean
  onChoose: (file: File) => void
}

const MEGABYTE = 1024 * 1024

/** Accepts one file, dropped or chosen. A refused file is reported here and as a toast, and never reaches the caller. */
export function FileDrop({ extension, max_bytes, file, busy = false, onChoose }: Props) {
  const t = useText(text)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const [over, setOver] = useState(false)
  const another = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The button that opened the choice is gone: the button in its place takes the focus.
    if (file && document.activeElement === document.body) another.current?.focus()
  }, [file])
  const most = `${max_bytes / MEGABYTE} MB`

  const take = (files: FileList | null) => {
    const [first, second] = files ?? []
    if (!first || busy) return
    const found = second
      ? t.onlyOne
      : !first.name.toLowerCase().endsWith(`.${extension}`)
        ? t.onlyExtension(extension)
        : first.size > max_bytes
          ? t.tooLarge(most)
          : undefined
    setProblem(found)
    if (found) toast.error(found)
    else onChoose(first)
  }
  const drag = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(!busy)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      take(event.dataTransfer.files)
    },
  }
  const look = `weft-drop${over ? ' weft-drop-over' : ''}${problem ? ' weft-drop-wrong' : ''}`
  const open = () => input.current?.click()
  return (
    <div>
      <input
        ref={input}
        type="file"
        hidden
        accept={`.${extension}`}
        onChange={(event) => {
          take(event.target.files)
          // Choosing the same file again must count as a choice too.
          event.target.value = ''
        }}
      />
      {file ? (
        <div className={`${look} weft-drop-chosen`} {...drag}>
          <FileOutlined aria-hidden />
          <span className="weft-drop-file">
            <span className="weft-hidden">{t.chosen}</span>
            <span className="weft-drop-name">{file.name}</span>
            <span className="weft-drop-size">{fileSize(file.size)}</span>
          </span>
          <Button ref={another} size="small" disabled={busy} onClick={open} aria-describedby={problem && id}>
            {t.another}
          </Button>
        </div>
      ) : (
        <button type="button" className={look} disabled={busy} onClick={open} aria-describedby={problem && id} {...drag}>
          <InboxOutlined className="weft-drop-picture" aria-hidden />
          <span>{t.drop}</span>
          <span className="weft-drop-hint">{t.hint(extension, most)}</span>
        </button>
      )}
      {problem && (
        <p id={id} className="weft-drop-problem">
          {problem}
        </p>
      )}
    </div>
  )
}
