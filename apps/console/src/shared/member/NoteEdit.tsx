import { CheckOutlined, CloseOutlined, EditOutlined } from '@ant-design/icons'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { contract, type MemberSummary, Note, NOTE_MAX, readLine } from '@weft/contract'
import { call, toast, useText } from '@weft/ui'
import { Button } from 'antd'
import { useState } from 'react'
import { membersChanged } from './members-changed.ts'
import './note-edit.css'
import * as text from './note-edit.text.ts'
import { NoteInput } from './NoteInput.tsx'

interface Props {
  member: Pick<MemberSummary, 'router_name' | 'note'>
  editable: boolean
}

/** Shows a member's note and edits it in place. An unchanged note closes without a call. */
export function NoteEdit({ member: { router_name, note }, editable }: Props) {
  const t = useText(text)
  const queries = useQueryClient()
  const [draft, setDraft] = useState<string>()
  const [opened, setOpened] = useState(false)
  const open = () => {
    setDraft(note)
    setOpened(true)
  }
  const close = () => setDraft(undefined)
  const change = useMutation({
    mutationFn: (next: string) => call(contract.router.note, { router_name, note: next }, { missing: 'stay' }),
    onSuccess: () => {
      toast.success(t.saved)
      close()
    },
    onSettled: () => membersChanged(queries),
  })
  const save = () => {
    const next = readLine(draft ?? '')
    if (next === note) return close()
    if (Note.safeParse(next).success && !change.isPending) change.mutate(next)
  }
  if (draft === undefined)
    return (
      <span className="note-edit">
        <span className="note-edit-text" title={note || undefined}>
          {note || t.noNote}
        </span>
        {editable && (
          <button
            type="button"
            // After the field is closed, the focus returns to the button that opened it.
            autoFocus={opened}
            className="weft-icon-button"
            aria-label={t.editNote}
            title={t.editNote}
            onClick={open}
          >
            <EditOutlined aria-hidden />
          </button>
        )}
      </span>
    )
  const length = [...readLine(draft)].length
  return (
    <span className="note-edit">
      <NoteInput
        autoFocus
        size="small"
        className="note-edit-input"
        aria-label={t.note}
        value={draft}
        status={length > NOTE_MAX ? 'error' : ''}
        aria-invalid={length > NOTE_MAX}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') save()
          if (event.key !== 'Escape') return
          // Escape must not reach the dialog or drawer around the note.
          event.preventDefault()
          event.stopPropagation()
          close()
        }}
      />
      <Button
        size="small"
        type="text"
        icon={<CheckOutlined aria-hidden />}
        aria-label={t.save}
        title={t.save}
        disabled={length > NOTE_MAX}
        loading={change.isPending}
        onClick={save}
      />
      <Button size="small" type="text" icon={<CloseOutlined aria-hidden />} aria-label={t.cancel} title={t.cancel} onClick={close} />
    </span>
  )
}
