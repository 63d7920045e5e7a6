import { PlusOutlined } from '@ant-design/icons'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Contact, contract } from '@weft/contract'
import { call, confirmDiscard, ListTable, toast, useLocalList, useText, useUnsavedGuard } from '@weft/ui'
import { Alert, Button, Drawer } from 'antd'
import { useState } from 'react'
import { monitorChanged } from '../monitor-changed.ts'
import { contactColumns } from './contact-columns.tsx'
import { ContactForm } from './ContactForm.tsx'
import * as text from './contacts.text.ts'

interface Props {
  mayEdit: boolean
  onClose: () => void
}

/** Shows the contacts to whom alerts are mailed in addition to the owner. */
export function ContactsDrawer({ mayEdit, onClose }: Props) {
  const t = useText(text)
  const queries = useQueryClient()
  const contacts = useLocalList(contract.contacts.lists)
  /** The contact that is edited; absent for a new one. */
  const [form, setForm] = useState<{ contact?: Contact }>()
  const [touched, setTouched] = useState(false)
  useUnsavedGuard(touched)
  const remove = useMutation({
    mutationFn: ({ uuid }: Contact) => call(contract.contacts.delete, { uuid }, { missing: 'stay' }),
    onSuccess: (_, { uuid }) => {
      toast.success(t.deleted)
      if (form?.contact?.uuid === uuid) leave()
    },
    onSettled: () => monitorChanged(queries),
  })
  const leave = () => {
    setForm(undefined)
    setTouched(false)
  }
  const unlessTouched = async (go: () => void) => {
    if (touched && !(await confirmDiscard())) return
    setTouched(false)
    go()
  }
  const add = mayEdit && (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => void unlessTouched(() => setForm({}))}>
      {t.add}
    </Button>
  )
  return (
    <Drawer open size={720} push={false} title={t.title} onClose={() => void unlessTouched(onClose)}>
      <Alert type="info" showIcon title={t.note} className="monitor-note" />
      {form && (
        <ContactForm
          key={form.contact?.uuid ?? ''}
          contact={form.contact}
          onTouched={() => setTouched(true)}
          onCancel={() => void unlessTouched(leave)}
          onSaved={leave}
        />
      )}
      <ListTable
        list={contacts}
        name="contacts"
        subject={t.list}
        rowKey="uuid"
        columns={contactColumns({
          t,
          mayEdit,
          onEdit: (contact) => void unlessTouched(() => setForm({ contact })),
          onDelete: (contact) => remove.mutate(contact),
        })}
        actions={!form && contacts.count > 0 && add}
        empty={{ title: t.none, hint: t.noneHint, action: !form && add }}
      />
    </Drawer>
  )
}
