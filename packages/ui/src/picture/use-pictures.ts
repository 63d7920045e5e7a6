import { type ClipboardEvent, type DragEvent, useRef, useState } from 'react'
import { newId } from '../api/new-id.ts'
import { useText } from '../i18n/use-text.ts'
import { toast } from '../toast/toast.ts'
import * as text from './picture.text.ts'

/** A picture that the server has stored. */
export interface SentPicture {
  id: string
  src: string
}
/** One of the pictures of a form; without `sent` it is still being sent. */
export interface ChosenPicture {
  key: string
  name: string
  sent: SentPicture | undefined
}

interface Options {
  /** Sends one picture; it shows a refusal itself. */
  upload: (file: File) => Promise<SentPicture>
  most: number
  max_bytes: number
  first?: readonly SentPicture[]
  onChange?: (sent: SentPicture[]) => void
}

const TYPES = new Set(['image/png', 'image/gif', 'image/jpeg'])
const PROGRAM = /\.(?:exe|msi|bat|cmd|com|scr|ps1|vbs|js|mjs|jar|sh|py|php|html?|svg|apk|dmg)$/i
const MEGABYTE = 1024 * 1024

const chosen = (sent: SentPicture): ChosenPicture => ({ key: sent.id, name: '', sent })
const sentOf = (items: readonly ChosenPicture[]) => items.flatMap(({ sent }) => sent ?? [])

/** Manages the pictures of a form: each is sent as soon as it is chosen, dropped or pasted; a refused one is reported. */
export function usePictures({ upload, most, max_bytes, first = [], onChange }: Options) {
  const t = useText(text)
  const [items, setItems] = useState(() => first.map(chosen))
  const [problem, setProblem] = useState<string>()
  const [over, setOver] = useState(false)
  // Several uploads may end before the next render.
  const latest = useRef(items)
  const change = (next: ChosenPicture[]) => {
    latest.current = next
    setItems(next)
  }
  const size = `${max_bytes / MEGABYTE} MB`

  const problemOf = (file: File): string | undefined => {
    if (PROGRAM.test(file.name)) return t.noPrograms
    if (!TYPES.has(file.type)) return t.onlyPictures
    if (file.size > max_bytes) return t.tooLarge(size)
    return latest.current.length >= most ? t.tooMany(most) : undefined
  }
  const send = async (file: File) => {
    const key = newId()
    change([...latest.current, { key, name: file.name, sent: undefined }])
    const sent = await upload(file).catch(() => undefined)
    // It may have been removed meanwhile.
    change(latest.current.flatMap((item) => (item.key !== key ? item : sent ? { ...item, sent } : [])))
    onChange?.(sentOf(latest.current))
  }
  const add = (files: Iterable<File>) => {
    let wrong: string | undefined
    for (const file of files) {
      const found = problemOf(file)
      wrong ??= found
      if (!found) void send(file)
    }
    setProblem(wrong)
    if (wrong) toast.error(wrong)
  }
  return {
    items,
    most,
    size,
    problem,
    /** True while a file is dragged over the form. */
    over,
    sending: items.some(({ sent }) => !sent),
    sent: sentOf(items),
    add,
    remove: (key: string) => {
      setProblem(undefined)
      change(latest.current.filter((item) => item.key !== key))
      onChange?.(sentOf(latest.current))
    },
    clear: () => {
      setProblem(undefined)
      change([])
    },
    /** Props for the element around the form: files dropped on it or pasted into it become its pictures. */
    taking: {
      onDragOver: (event: DragEvent) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: (event: DragEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      },
      onDrop: (event: DragEvent) => {
        if (event.dataTransfer.files.length === 0) return
        event.preventDefault()
        setOver(false)
        add(event.dataTransfer.files)
      },
      onPaste: (event: ClipboardEvent) => {
        // A text copied together with its picture is pasted as text.
        if (event.clipboardData.files.length === 0 || event.clipboardData.types.includes('text/plain')) return
        event.preventDefault()
        add(event.clipboardData.files)
      },
    },
  }
}
export type Pictures = ReturnType<typeof usePictures>
