import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { opsContract } from '@weft/contract'
import { call, confirm, toast, useText } from '@weft/ui'
import { Button } from 'antd'
import * as text from './delete-button.text.ts'

type Contract = typeof opsContract
interface Props {
  /** The endpoints of the list. */
  of: Contract['announcements'] | Contract['clientVersions'] | Contract['savedReplies']
  id: string
  /** The name of the row. */
  name: string
  /** The title of the confirmation. */
  title: string
  body: string
}

/** Deletes a row of a list after a confirmation, and reloads the list. */
export function DeleteButton({ of, id, name, title, body }: Props) {
  const t = useText(text)
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => call(of.delete, { id }, { missing: 'stay' }),
    onSuccess: () => toast.success(t.deleted),
    onSettled: () => queries.invalidateQueries({ queryKey: [of.list.path] }),
  })
  const ask = async () => {
    if (await confirm({ title, body, action: t.delete, danger: true })) remove.mutate()
  }
  return (
    <Button type="link" danger aria-label={t.deleteOf(name)} onClick={() => void ask()}>
      {t.delete}
    </Button>
  )
}
